import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { createProgramFor } from '../../src/cli/program.ts';
import type { Runtime } from '../../src/cli/runtime.ts';
import type { Scratch } from './scratch.ts';

/**
 * Runs a command in this process, on a simulated terminal with typed input.
 *
 * @param columns the width of the terminal.
 * @returns its output, and the error with which it ended.
 */
export async function runOnTerminal(
  argv: readonly string[],
  typed: string,
  { variables, folder }: Scratch,
  columns?: number,
): Promise<{ readonly shown: string; readonly failure: unknown }> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let shown = '';
  const sink = { columns, write: (text: string) => Boolean((shown += text)) };
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
  stdin.end(typed);
  const failure: unknown = await program.parseAsync([...argv], { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { shown, failure };
}
