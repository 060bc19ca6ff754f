/** Asks for confirmation before a command removes data. */
import { CommandError, UsageError } from './failure.ts';
import { Prompter } from './prompter.ts';
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
  const prompter = new Prompter({ stdin, stderr });
  try {
    const answer = await prompter.readAnswer(question);
    if (answer?.toLowerCase() !== 'yes') throw new CommandError('not_confirmed', refusal);
  } finally {
    prompter.close();
  }
}
