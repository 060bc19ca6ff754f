import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { createProgramFor } from '../../src/cli/program.ts';
import type { Runtime } from '../../src/cli/runtime.ts';
import type { Scratch } from './scratch.ts';

/**
 * Runs a command in this process, on a simulated terminal with typed input.
 *
 * @param typed what is typed immediately before the end of the input, or answers, each of which is typed when a question is
 * asked; the input ends at the question after the last one.
 * @param columns the width of the terminal.
 * @returns its output, the error with which it ended, and whether it still reads the terminal, so that its process runs on.
 */
export async function runOnTerminal(
  argv: readonly string[],
  typed: string | readonly string[],
  { variables, folder }: Scratch,
  columns?: number,
): Promise<{ readonly shown: string; readonly failure: unknown; readonly isReading: boolean }> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let shown = '';
  const answers = typeof typed === 'string' ? [] : [...typed];
  const type = (): void => {
    const answer = answers.shift();
    if (answer === undefined) stdin.end();
    else stdin.write(`${answer}\n`);
  };
  const write = (text: string): boolean => {
    shown += text;
    if (text.endsWith(': ') && typeof typed !== 'string') setImmediate(type);
    return true;
  };
  const sink = { columns, write };
  const runtime: Runtime = {
    mainPath: fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url)),
    env: variables,
    workingFolder: folder,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: sink,
    stderr: sink,
    now: Date.now,
    randomBytes: (size) => new Uint8Array(size),
  };
  const program = await createProgramFor(runtime, [...argv], (text) => void (shown += text));
  if (typeof typed === 'string') stdin.end(typed);
  const failure: unknown = await program.parseAsync([...argv], { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { shown, failure, isReading: !stdin.isPaused() };
}
