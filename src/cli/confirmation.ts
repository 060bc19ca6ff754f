/** Asks for confirmation before a command removes data. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { CommandError, UsageError } from './failure.ts';
import type { Runtime } from './runtime.ts';

/** Checks that a question can be answered. @throws {UsageError} if standard input is not a terminal. */
export function requireTerminal({ stdin }: Pick<Runtime, 'stdin'>, command: string): void {
  if (stdin.isTTY) return;
  throw new UsageError(
    `${command} asks before it removes data, and standard input is not a terminal; ` +
      'add --yes to run it without confirmation',
  );
}

/**
 * Asks a question on the terminal, on standard error.
 *
 * @param refusal the message of the error, e.g. `wallet_… was not removed`.
 * @throws {CommandError} `not_confirmed` after any answer except `yes`, and at the end of the input.
 */
export async function confirm(
  { stdin, stderr }: Pick<Runtime, 'stdin' | 'stderr'>,
  question: string,
  refusal: string,
): Promise<void> {
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      stderr.write(chunk.toString());
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output });
  const ended = new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''));
  });
  try {
    const answer = await Promise.race([terminal.question(question), ended]);
    if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('not_confirmed', refusal);
  } finally {
    terminal.close();
  }
}
