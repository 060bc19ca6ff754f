import { CountedTreeError } from './counted-tree-error.ts';
import { checksumOfBytes } from './row-checksum.ts';

const BYTES_INITIAL = 1024;
const FLOAT_BYTES = 8;
const WORD_BYTES = 4;

/** Writes numbers and texts one after the other, and a checksum of all of them. */
export class ByteWriter {
  #bytes = new Uint8Array(BYTES_INITIAL);
  #length = 0;

  /** A whole number from 0 to 2^53: seven bits in each byte, the lowest first. */
  varint(value: number): void {
    this.#reserve(FLOAT_BYTES);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A whole number that may be negative, in eight bytes. */
  float(value: number): void {
    const view = new DataView(new ArrayBuffer(FLOAT_BYTES));
    view.setFloat64(0, value);
    this.bytes(new Uint8Array(view.buffer));
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A text, after its length. */
  text(value: string): void {
    const bytes = Buffer.from(value);
    this.varint(bytes.length);
    this.bytes(bytes);
  }

  /** Unsigned whole numbers of 32 bits, in four bytes each. */
  words(values: readonly number[]): void {
    this.#reserve(values.length * WORD_BYTES);
    for (const value of values) {
      this.#bytes[this.#length++] = value >>> 24;
      this.#bytes[this.#length++] = value >>> 16;
      this.#bytes[this.#length++] = value >>> 8;
      this.#bytes[this.#length++] = value;
    }
  }

  finish(): Uint8Array {
    this.words([checksumOfBytes(this.#bytes.subarray(0, this.#length))]);
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const bytes = new Uint8Array((this.#length + count) * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

/** Reads what {@link ByteWriter} has written. @throws {CountedTreeError} past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** @throws {CountedTreeError} if the bytes are not those that were written. */
  constructor(bytes: Uint8Array) {
    const length = Math.max(0, bytes.length - WORD_BYTES);
    this.#bytes = bytes.subarray(0, length);
    const { buffer, byteOffset } = bytes;
    const isWhole =
      bytes.length >= WORD_BYTES &&
      new DataView(buffer, byteOffset, bytes.length).getUint32(length) ===
        checksumOfBytes(this.#bytes);
    if (!isWhole) throw new CountedTreeError('a node is not what was written');
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  varint(): number {
    let byte = this.#bytes[this.#at++];
    if (byte !== undefined && byte < 128) return byte;
    let value = 0;
    let scale = 1;
    while (byte !== undefined && byte >= 128) {
      value += (byte - 128) * scale;
      scale *= 128;
      byte = this.#bytes[this.#at++];
    }
    if (byte === undefined) throw new CountedTreeError('a node is cut off');
    return value + byte * scale;
  }

  float(): number {
    const { buffer, byteOffset } = this.bytes(FLOAT_BYTES);
    return new DataView(buffer, byteOffset, FLOAT_BYTES).getFloat64(0);
  }

  /** Unsigned whole numbers of 32 bits. */
  words(count: number): number[] {
    const { buffer, byteOffset, length } = this.bytes(count * WORD_BYTES);
    const view = new DataView(buffer, byteOffset, length);
    const values: number[] = [];
    for (let at = 0; at < length; at += WORD_BYTES) values.push(view.getUint32(at));
    return values;
  }

  text(): string {
    const length = this.varint();
    return length === 0 ? '' : Buffer.from(this.bytes(length)).toString();
  }

  /** The next bytes, not copied. */
  bytes(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new CountedTreeError('a node is cut off');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
