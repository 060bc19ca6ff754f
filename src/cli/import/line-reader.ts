/** Splits a stream of bytes into lines, in bounded memory. */
import { CommandError } from '../failure.ts';
import { LineDecoder, openText, type TextEncoding } from './text-encoding.ts';

/** Maximum length of a line; the record of a transaction has less than a thousand bytes. */
export const LINE_BYTES_MAX = 1024 * 1024;

const NEWLINE = 0x0a;

/** Consecutive lines without line ends, and the encoding of the lines so far. */
export interface LineBlock {
  readonly lines: readonly string[];
  readonly encoding: TextEncoding;
  /** The first line that is not UTF-8, from 1; `undefined` if there is none. */
  readonly windows1252Line: number | undefined;
}

/**
 * Splits the stream into lines, one block for each chunk. Keeps a carriage return before the end of a line;
 * removes a byte order mark.
 *
 * @throws {CommandError} if a line is too long or the encoding changes; the message has its number.
 */
export async function* readLines(input: AsyncIterable<unknown>): AsyncGenerator<LineBlock> {
  const { marked, chunks } = await openText(input);
  const decoder = new LineDecoder(marked);
  let carried: Buffer = Buffer.alloc(0);
  let lineCount = 0;
  const readBlock = (bytes: Buffer): LineBlock => {
    const lines = decoder.decode(bytes, lineCount).split('\n');
    lineCount += lines.length;
    const { windows1252Line } = decoder;
    const unmarked = windows1252Line === undefined ? 'UTF-8' : 'Windows-1252';
    return { lines, encoding: marked ?? unmarked, windows1252Line };
  };
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE);
    const whole = end === -1 ? undefined : Buffer.concat([carried, chunk.subarray(0, end)]);
    carried = whole === undefined ? Buffer.concat([carried, chunk]) : chunk.subarray(end + 1);
    if (whole !== undefined) yield readBlock(whole);
    if (carried.length > LINE_BYTES_MAX) failTooLong(lineCount + 1);
  }
  if (carried.length > 0) yield readBlock(carried);
}

function failTooLong(line: number): never {
  throw new CommandError('invalid_import', `line ${line} has more than ${LINE_BYTES_MAX} bytes`);
}
