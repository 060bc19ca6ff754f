/** Detects the encoding of a text file and decodes it, in bounded memory. */
import { isAscii, isUtf8 } from 'node:buffer';

import { CommandError } from '../failure.ts';

/** The encodings that are read. */
export type TextEncoding = 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1252';

const NEWLINE = 0x0a;
const NUL = 0x00;
/** The bytes that decide on a byte order mark and on the signatures of other kinds of files. */
const HEAD_BYTES = 4;
const SIGNATURES: readonly (readonly [signature: string, problem: string])[] = [
  [
    'PK\u0003\u0004',
    'the input is an Excel workbook or a ZIP archive, not text: save the sheet as CSV, or unpack the archive',
  ],
  ['\u001F\u008B', 'the input is compressed: use zcat FILE | teller import --wallet ID -'],
  ['%PDF', 'the input is a PDF, not text: export the transactions as CSV'],
];

/**
 * Returns the chunks without a byte order mark, and the encoding that the mark names. Chunks in UTF-16 are
 * converted to UTF-8.
 *
 * @returns the encoding is `undefined` if there is no mark.
 * @throws {CommandError} if the input is not text.
 */
export async function openText(
  chunks: AsyncIterable<unknown>,
): Promise<{ readonly marked: TextEncoding | undefined; readonly chunks: AsyncIterable<Buffer> }> {
  const iterator = (chunks as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const head = await readHead(iterator);
  const [marked, markBytes] = readMark(head);
  const rest = join(head.subarray(markBytes), iterator);
  const isUtf16 = marked === 'UTF-16 LE' || marked === 'UTF-16 BE';
  return { marked, chunks: isUtf16 ? convertUtf16(rest, marked) : refuseNul(rest) };
}

/** Returns the first chunks until they have at least {@link HEAD_BYTES}. */
async function readHead(iterator: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  const signature = head.subarray(0, HEAD_BYTES).toString('latin1');
  const problem = SIGNATURES.find(([start]) => signature.startsWith(start))?.[1];
  if (problem === undefined) return head;
  await iterator.return?.();
  throw new CommandError('invalid_import', problem);
}

function readMark(head: Buffer): readonly [TextEncoding | undefined, number] {
  if (head[0] === 0xff && head[1] === 0xfe) return ['UTF-16 LE', 2];
  if (head[0] === 0xfe && head[1] === 0xff) return ['UTF-16 BE', 2];
  const isUtf8Mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return isUtf8Mark ? ['UTF-8', 3] : [undefined, 0];
}

async function* join(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (;;) {
      const { done, value } = await rest.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}

/** UTF-16 without a mark would otherwise be reported as unknown columns. */
async function* refuseNul(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk.includes(NUL)) {
      throw new CommandError(
        'invalid_import',
        'the input has NUL bytes: it is not text, or it is UTF-16 without a byte order mark; save it as UTF-8',
      );
    }
    isFirst = false;
    yield chunk;
  }
}

async function* convertUtf16(
  chunks: AsyncIterable<Buffer>,
  encoding: 'UTF-16 LE' | 'UTF-16 BE',
): AsyncGenerator<Buffer> {
  const label = encoding === 'UTF-16 LE' ? 'utf-16le' : 'utf-16be';
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Buffer): Buffer => {
    try {
      return Buffer.from(decoder.decode(bytes, { stream: bytes !== undefined }), 'utf8');
    } catch {
      throw new CommandError('invalid_import', `the input is not well-formed ${encoding}`);
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}

/**
 * Decodes whole lines that are UTF-8 or Windows-1252. The first line with a character outside of ASCII decides:
 * if it is not UTF-8, the input is Windows-1252.
 */
export class LineDecoder {
  #encoding: 'UTF-8' | 'Windows-1252' | undefined;
  /** The line that decided, from 1. */
  #decidingLine = 0;
  readonly #windows1252 = new TextDecoder('windows-1252');

  /** @param marked the encoding of the byte order mark; UTF-16 has been converted to UTF-8. */
  constructor(marked: TextEncoding | undefined) {
    if (marked !== undefined) this.#encoding = 'UTF-8';
  }

  /** The line that is not UTF-8; `undefined` if there is none. */
  get windows1252Line(): number | undefined {
    return this.#encoding === 'Windows-1252' ? this.#decidingLine : undefined;
  }

  /**
   * Returns the text of consecutive whole lines.
   *
   * @param linesBefore the number of lines before them.
   * @throws {CommandError} if they are not UTF-8 although an earlier line is; the message has the line.
   */
  decode(bytes: Buffer, linesBefore: number): string {
    if (this.#encoding === 'Windows-1252') return this.#windows1252.decode(bytes);
    if (isUtf8(bytes)) {
      if (this.#encoding === undefined && !isAscii(bytes)) this.#encoding = 'UTF-8';
      return bytes.toString('utf8');
    }
    const badLine = findLine(bytes, (line) => !isUtf8(line));
    if (this.#encoding === undefined && findLine(bytes, (line) => !isAscii(line)) === badLine) {
      this.#encoding = 'Windows-1252';
      this.#decidingLine = linesBefore + badLine;
      return this.#windows1252.decode(bytes);
    }
    throw new CommandError(
      'invalid_import',
      `line ${linesBefore + badLine} is not UTF-8, although the lines before it are; save the file in one encoding`,
    );
  }
}

/**
 * Returns the number, from 1, of the first line for which `isWanted` is true. A newline byte is never part of
 * another character.
 */
function findLine(bytes: Buffer, isWanted: (line: Buffer) => boolean): number {
  let line = 1;
  for (let start = 0; start <= bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    if (isWanted(bytes.subarray(start, end))) break;
    start = end + 1;
  }
  return line;
}
