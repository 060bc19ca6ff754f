/** JSON that is written as bytes: four at a time, because a loop over single bytes takes twice as long. */
import { END_OF_VALUE } from './page-columns.ts';
import { ScratchMemory } from './scratch-memory.ts';
import { NUL_WRITTEN, START_OF_HEADING, START_WRITTEN } from './text-encoding.ts';

/** Bytes that are written often. */
export interface Piece {
  /** The bytes, filled up with zeros: these are overwritten by what follows. */
  readonly words: Int32Array;
  readonly size: number;
}

const WORD_BYTES = 4;
const [QUOTE, BACKSLASH] = [34, 92];
/** How much longer an escape is than the byte that it replaces, at most: `\u0001`. */
const ESCAPE_GROWTH = 5;
const GROWTH_MIN = 4096;

/** What JSON writes for bytes that a text must not contain, as `JSON.stringify` does. */
const ESCAPES: readonly Piece[] = Array.from({ length: BACKSLASH + 1 }, (_, byte) =>
  toPiece(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)),
);

/** The bytes of a text in UTF-8. */
export function toPiece(text: string): Piece {
  const size = Buffer.byteLength(text);
  const bytes = Buffer.alloc(Math.ceil(size / WORD_BYTES) * WORD_BYTES);
  bytes.write(text);
  const words = Int32Array.from({ length: bytes.length / WORD_BYTES }, (_, index) =>
    bytes.readInt32LE(index * WORD_BYTES),
  );
  return { words, size };
}

const scratch = new ScratchMemory();

/** Bytes of JSON, one after the other. */
export class JsonBytes {
  #output: DataView<ArrayBuffer>;
  #length = 0;
  /** Bytes beyond what is needed without escapes. */
  #spare = 0;

  /** @param size of all that is appended, escapes not counted. */
  constructor(size: number) {
    this.#output = new DataView(scratch.take(size + WORD_BYTES));
  }

  append({ words, size }: Piece): void {
    const output = this.#output;
    const length = this.#length;
    for (let index = 0; index < words.length; index += 1) {
      output.setInt32(length + index * WORD_BYTES, words[index] as number, true);
    }
    this.#length = length + size;
  }

  /** Appends a text with its quotes; see {@link appendPlain}. */
  appendText(input: DataView, position: number): number {
    this.#output.setUint8(this.#length++, QUOTE);
    const next = this.appendPlain(input, position);
    this.#output.setUint8(this.#length++, QUOTE);
    return next;
  }

  /**
   * Appends a value up to {@link END_OF_VALUE}; what `encodeText` has written is decoded.
   *
   * @param input has three bytes more than its last value.
   * @returns the position of the end.
   */
  appendPlain(input: DataView, position: number): number {
    let at = this.#copy(input, position);
    for (;;) {
      const byte = input.getUint8(at);
      if (byte === END_OF_VALUE) return at;
      const next = byte === START_OF_HEADING ? input.getUint8(at + 1) : undefined;
      this.#escape(next === NUL_WRITTEN ? 0 : byte);
      at = this.#copy(input, next === NUL_WRITTEN || next === START_WRITTEN ? at + 2 : at + 1);
    }
  }

  /** Ends it and returns all bytes, in a buffer of their own. */
  end(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#output;
    const bytes = new Uint8Array(buffer.slice(0, this.#length));
    scratch.keep(buffer);
    return bytes;
  }

  /** Copies until a byte that JSON escapes, and returns the position of this one. */
  #copy(input: DataView, from: number): number {
    const output = this.#output;
    let length = this.#length;
    let position = from;
    for (;;) {
      const word = input.getInt32(position, true);
      output.setInt32(length, word, true);
      const special = findSpecial(word);
      if (special !== 0) {
        const plain = (31 - Math.clz32(special & -special)) >> 3;
        this.#length = length + plain;
        return position + plain;
      }
      position += WORD_BYTES;
      length += WORD_BYTES;
    }
  }

  #escape(byte: number): void {
    if (this.#spare < ESCAPE_GROWTH) this.#grow();
    this.#spare -= ESCAPE_GROWTH;
    this.append(ESCAPES[byte] as Piece);
  }

  #grow(): void {
    const { buffer } = this.#output;
    const growth = Math.max(GROWTH_MIN, buffer.byteLength >> 1);
    this.#output = new DataView(buffer.transfer(buffer.byteLength + growth));
    this.#spare += growth;
  }
}

/**
 * Not zero if one of the four bytes is below U+0020, a quote or a backslash. The lowest bit that is set
 * is the highest one of the first of them; those above it mean nothing.
 */
function findSpecial(word: number): number {
  const below = word - 0x20_20_20_20;
  const quote = (word ^ 0x22_22_22_22) - 0x01_01_01_01;
  const backslash = (word ^ 0x5c_5c_5c_5c) - 0x01_01_01_01;
  return (below | quote | backslash) & ~word & 0x80_80_80_80;
}
