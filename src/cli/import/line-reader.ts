/** Splits a stream of bytes into lines, in bounded memory. */
import { isUtf8 } from 'node:buffer';

import { CommandError } from '../failure.ts';

/** Maximum length of a line; the record of a transaction has less than a thousand bytes. */
export const LINE_BYTES_MAX = 1024 * 1024;

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = '\uFEFF';

/** Consecutive lines without line ends, and the position (bytes) in the stream after them. */
export interface LineBlock {
  readonly lines: readonly string[];
  readonly bytesRead: number;
}

/**
 * Splits the stream into lines, one block for each chunk. Keeps a carriage return before the end of a line;
 * removes a byte order mark.
 *
 * @throws {CommandError} if a line is too long or not UTF-8; the message has its number.
 */
export async function* readLines(chunks: AsyncIterable<unknown>): AsyncGenerator<LineBlock> {
  let carried: Buffer = Buffer.alloc(0);
  let bytesRead = 0;
  let lineCount = 0;
  for await (const item of chunks) {
    const chunk = item as Buffer;
    bytesRead += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE);
    const whole = end === -1 ? undefined : Buffer.concat([carried, chunk.subarray(0, end)]);
    carried = whole === undefined ? Buffer.concat([carried, chunk]) : chunk.subarray(end + 1);
    if (whole !== undefined) {
      const lines = splitLines(whole, lineCount);
      lineCount += lines.length;
      yield { lines, bytesRead };
    }
    if (carried.length > LINE_BYTES_MAX) failTooLong(lineCount + 1);
  }
  if (carried.length > 0) yield { lines: splitLines(carried, lineCount), bytesRead };
}

function splitLines(bytes: Buffer, linesBefore: number): string[] {
  if (!isUtf8(bytes)) failEncoding(bytes, linesBefore);
  const text = bytes.toString('utf8');
  const lines = text.split('\n');
  if (linesBefore === 0 && text.startsWith(BYTE_ORDER_MARK)) lines[0] = lines[0]?.slice(1) ?? '';
  return lines;
}

function failTooLong(line: number): never {
  throw new CommandError('invalid_import', `line ${line} has more than ${LINE_BYTES_MAX} bytes`);
}

/**
 * Throws an error with the number of the line that is not UTF-8. A newline byte is never part of another
 * character.
 */
function failEncoding(bytes: Buffer, linesBefore: number): never {
  let line = linesBefore + 1;
  for (let start = 0; start <= bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
  }
  throw new CommandError('invalid_import', `line ${line} is not UTF-8`);
}
