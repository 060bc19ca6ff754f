/** Questions on the terminal. */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

import { CommandError } from './failure.ts';
import type { Runtime } from './runtime.ts';

const ATTEMPTS_MAX = 5;

/** A question. */
export interface Question<Value> {
  readonly text: string;
  /** The answer is not shown while it is typed. */
  readonly isSecret?: boolean;
  /** Returns the value of an answer. @throws {Error} with the reason why it cannot be used. */
  readonly read: (answer: string) => Value;
}

/** Asks questions on standard error and reads one line of standard input for each. */
export class Prompter {
  readonly #terminal: Interface;
  readonly #lines: AsyncIterator<string>;
  readonly #stderr: Runtime['stderr'];
  /** True unless a question waits for an answer that may be shown: what is typed or pasted before it may be a secret. */
  #isMuted = true;
  /** Whether the terminal shows each line that no question has read yet. What is not a terminal needs no line end. */
  readonly #areShown: boolean[] = [];

  constructor({ stdin, stderr }: Pick<Runtime, 'stdin' | 'stderr'>) {
    this.#stderr = stderr;
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#isMuted) stderr.write(chunk.toString());
        done();
      },
    });
    this.#terminal = createInterface({ input: stdin, output, terminal: stdin.isTTY });
    this.#lines = this.#terminal[Symbol.asyncIterator]();
    this.#terminal.on('line', () => {
      this.#areShown.push(!this.#isMuted || !stdin.isTTY);
      this.#isMuted = true;
    });
  }

  /** Returns the value of the first usable answer. @throws {CommandError} after several unusable ones. */
  async ask<Value>({ text, isSecret = false, read }: Question<Value>): Promise<Value> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const answer = await this.readAnswer(text, isSecret);
      if (answer === undefined) {
        throw new CommandError(
          'no_answer',
          `the input ended before the answer to "${text}"; nothing was stored`,
        );
      }
      try {
        return read(answer);
      } catch (error) {
        this.#stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
    throw new CommandError('no_answer', `no usable answer to "${text}"; nothing was stored`);
  }

  /** Stops reading standard input. */
  close(): void {
    this.#terminal.close();
  }

  /** Returns the trimmed answer to a question; `undefined` if the input ended. */
  async readAnswer(text: string, isSecret = false): Promise<string | undefined> {
    this.#stderr.write(`${text} `);
    this.#isMuted = isSecret;
    const line = await this.#lines.next();
    const isShown = this.#areShown.shift() ?? true;
    if (isSecret || !isShown) this.#stderr.write('\n');
    return line.done === true ? undefined : line.value.trim();
  }
}
