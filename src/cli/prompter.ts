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
  readonly #isTerminal: boolean;
  /** Lines that no question has read yet. The terminal does not show a line that comes before its question. */
  #unreadCount = 0;

  constructor({ stdin, stderr }: Pick<Runtime, 'stdin' | 'stderr'>) {
    this.#stderr = stderr;
    this.#isTerminal = stdin.isTTY;
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#isMuted) stderr.write(chunk.toString());
        done();
      },
    });
    this.#terminal = createInterface({ input: stdin, output, terminal: this.#isTerminal });
    this.#lines = this.#terminal[Symbol.asyncIterator]();
    this.#terminal.on('line', () => {
      this.#unreadCount += 1;
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
    const isHidden = isSecret || (this.#isTerminal && this.#unreadCount > 0);
    this.#isMuted = isSecret;
    const line = await this.#lines.next();
    if (isHidden) this.#stderr.write('\n');
    if (line.done === true) return undefined;
    this.#unreadCount -= 1;
    return line.value.trim();
  }
}
