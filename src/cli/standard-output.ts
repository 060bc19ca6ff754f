/** Standard output and standard error of the process, whose reader may exit and whose disk may be full. */
import { fstatSync, writeSync } from 'node:fs';

import { EXIT } from './failure.ts';
import type { TextSink } from './runtime.ts';

const STDOUT = 1;
const COLUMNS_DEFAULT = 80;

/** Explanations by the system's code of the error. */
const CAUSES: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOSPC', 'its disk is full'],
  ['EDQUOT', 'the quota of its disk is used up'],
  ['EFBIG', 'the file would exceed its maximum size'],
]);

/**
 * Returns the standard output of the process. If it cannot be written, the process reports why in one
 * sentence and exits with code 1; if the reader of a pipe has exited (`teller … | head`), it exits without a
 * message.
 */
export function openStandardOutput(): TextSink {
  const { stdout } = process;
  stdout.on('error', exitWithoutOutput);
  return isFile(STDOUT) ? { write: writeToFile } : assumeWidth(stdout);
}

/**
 * Sets the width of a terminal that reports no size, as one of `docker run -t` or `expect` may. Node says that it has 0
 * columns, into which only one word a line fits.
 */
export function assumeWidth<Stream extends { columns?: number | undefined }>(
  stream: Stream,
): Stream {
  if (stream.columns === 0) stream.columns = COLUMNS_DEFAULT;
  return stream;
}

/** Prevents that an error of standard error ends the process: the result of the command is more important. */
export function ignoreErrorsOfStandardError(): void {
  process.stderr.on('error', () => undefined);
}

/** Returns true for a file, and for a device that is not a terminal. */
function isFile(descriptor: number): boolean {
  const state = fstatSync(descriptor);
  return state.isFile() || (state.isCharacterDevice() && !process.stdout.isTTY);
}

/**
 * Writes the whole text. Node's own stream does not notice if the system writes only a part of it, as it does
 * when a disk becomes full, and the command would succeed with incomplete output.
 */
function writeToFile(text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(STDOUT, bytes, done);
  } catch (error) {
    exitWithoutOutput(error as NodeJS.ErrnoException);
  }
  return true;
}

function exitWithoutOutput({ code }: NodeJS.ErrnoException): never {
  if (code === 'EPIPE') process.exit();
  const cause = CAUSES.get(code) ?? 'its device failed';
  process.stderr.write(
    `teller: standard output cannot be written, because ${cause} (${code}): free space or write to another ` +
      'place; if the command changes data, the change is stored\n',
  );
  process.exit(EXIT.failed);
}
