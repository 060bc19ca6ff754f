/** Writes JSON as bytes, four at a time: a loop over single bytes takes twice as long. */

/** Bytes that are written often. */
export interface Piece {
  /** The bytes, padded with zeros, which the next value overwrites. */
  readonly words: Int32Array;
  readonly size: number;
}

/** Bytes after a value that are read or overwritten with it. */
export const OVERRUN_BYTES = 3;
/** Returned instead of a position for a text that JSON escapes. */
export const NEEDS_ESCAPE = -1;

const WORD_BYTES = 4;
const QUOTE = 34;
const ZERO = 48;
/** The two hexadecimal digits of each byte. */
const LOWER_DIGITS = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16BE(),
);
const UPPER_DIGITS = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0').toUpperCase()).readUInt16BE(),
);
const LOW_DIGITS = 8;
const LOW_RANGE = 10 ** LOW_DIGITS;

/** Returns the bytes of a text in UTF-8. */
export function toPiece(text: string): Piece {
  const size = Buffer.byteLength(text);
  const bytes = Buffer.alloc(Math.ceil(size / WORD_BYTES) * WORD_BYTES);
  bytes.write(text);
  const words = Int32Array.from({ length: bytes.length / WORD_BYTES }, (_, index) =>
    bytes.readInt32LE(index * WORD_BYTES),
  );
  return { words, size };
}

/** Writes a piece and returns its end. */
export function writePiece(output: DataView, at: number, { words, size }: Piece): number {
  for (let index = 0, next = at; index < words.length; index += 1, next += WORD_BYTES) {
    output.setInt32(next, words[index] as number, true);
  }
  return at + size;
}

/** Like {@link writePlain}, with quotes. */
export function writeQuoted(
  output: DataView,
  at: number,
  input: DataView,
  from: number,
  length: number,
): number {
  output.setUint8(at, QUOTE);
  const end = writePlain(output, at + 1, input, from, length);
  if (end === NEEDS_ESCAPE) return end;
  output.setUint8(end, QUOTE);
  return end + 1;
}

/**
 * Writes a value as it is.
 *
 * @param input has at least {@link OVERRUN_BYTES} after the value.
 * @returns the end of the value, or {@link NEEDS_ESCAPE}.
 */
export function writePlain(
  output: DataView,
  at: number,
  input: DataView,
  from: number,
  length: number,
): number {
  const end = from + length;
  const offset = at - from;
  for (let position = from; position < end; position += WORD_BYTES) {
    const word = input.getInt32(position, true);
    output.setInt32(position + offset, word, true);
    const special = findSpecial(word);
    // A special byte after the value is ignored.
    if (special !== 0 && position + firstByte(special) < end) return NEEDS_ESCAPE;
  }
  return end + offset;
}

/** Writes bytes as hexadecimal digits and returns the end. */
export function writeHex(
  output: DataView,
  at: number,
  input: DataView,
  from: number,
  length: number,
  isUpper = false,
): number {
  const digits = isUpper ? UPPER_DIGITS : LOWER_DIGITS;
  for (let index = 0; index < length; index += 1) {
    output.setUint16(at + 2 * index, digits[input.getUint8(from + index)] as number);
  }
  return at + 2 * length;
}

/** Writes a safe integer and returns its end. Converting it to text would take twice the time. */
export function writeInteger(output: DataView, at: number, value: number): number {
  const high = Math.floor(value / LOW_RANGE);
  if (high < 1 || high >= LOW_RANGE) return writePiece(output, at, toPiece(String(value)));
  const digits = countDigits(high);
  writeDigits(output, at, digits, high);
  writeDigits(output, at + digits, LOW_DIGITS, value - high * LOW_RANGE);
  return at + digits + LOW_DIGITS;
}

function countDigits(value: number): number {
  let count = 1;
  for (let bound = 10; bound <= value; bound *= 10) count += 1;
  return count;
}

function writeDigits(output: DataView, at: number, count: number, value: number): void {
  let left = value | 0;
  for (let digit = at + count - 1; digit >= at; digit -= 1) {
    const next = (left / 10) | 0;
    output.setUint8(digit, ZERO + left - next * 10);
    left = next;
  }
}

/**
 * Returns a value other than zero if one of the four bytes is below U+0020, a quote or a backslash. The
 * lowest set bit is the highest bit of the first such byte. The bits above it have no meaning.
 */
function findSpecial(word: number): number {
  const below = word - 0x20_20_20_20;
  const quote = (word ^ 0x22_22_22_22) - 0x01_01_01_01;
  const backslash = (word ^ 0x5c_5c_5c_5c) - 0x01_01_01_01;
  return (below | quote | backslash) & ~word & 0x80_80_80_80;
}

/** Returns the index of the first byte that {@link findSpecial} has found. */
function firstByte(special: number): number {
  return (31 - Math.clz32(special & -special)) >> 3;
}
