import { CountedTreeError } from './counted-tree-error.ts';
import { checksumOfBytes } from './row-checksum.ts';

const BYTES_INITIAL = 1024;
const FLOAT_BYTES = 8;
const WORD_BYTES = 4;

/** Writes numbers and texts in sequence, followed by a checksum of the bytes. */
export class ByteWriter {
  #bytes = new Uint8Array(BYTES_INITIAL);
  #length = 0;

  /** Writes an integer from 0 to 2^53 as LEB128: seven bits per byte, lowest first. */
  varint(value: number): void {
    this.#reserve(FLOAT_BYTES);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Writes an integer that may be negative, in eight bytes. */
  float(value: number): void {
    const view = new DataView(new ArrayBuffer(FLOAT_BYTES));
    view.setFloat64(0, value);
    this.bytes(new Uint8Array(view.buffer));
  }

  /** Writes bytes without their number. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes the length of a text in bytes, then the text as UTF-8. */
  text(value: string): void {
    const bytes = Buffer.from(value);
    this.varint(bytes.length);
    this.bytes(bytes);
  }

  /** Writes unsigned 32-bit integers, in four bytes each. */
  words(values: readonly number[]): void {
    this.#reserve(values.length * WORD_BYTES);
    for (const value of values) {
      this.#bytes[this.#length++] = value >>> 24;
      this.#bytes[this.#length++] = value >>> 16;
      this.#bytes[this.#length++] = value >>> 8;
      this.#bytes[this.#length++] = value;
    }
  }

  /** Appends the checksum and returns all bytes. */
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

/** Reads the bytes of a {@link ByteWriter}. Methods throw {@link CountedTreeError} past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** @throws {CountedTreeError} if the checksum does not match. */
  constructor(bytes: Uint8Array) {
    const length = Math.max(0, bytes.length - WORD_BYTES);
    this.#bytes = bytes.subarray(0, length);
    const { buffer, byteOffset } = bytes;
    const isIntact =
      bytes.length >= WORD_BYTES &&
      new DataView(buffer, byteOffset, bytes.length).getUint32(length) ===
        checksumOfBytes(this.#bytes);
    if (!isIntact) throw new CountedTreeError('the checksum of a node does not match');
  }

  /** True if all bytes were read. */
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Reads an integer of `ByteWriter.varint`. */
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
    if (byte === undefined) throw new CountedTreeError('a node is truncated');
    return value + byte * scale;
  }

  /** Reads an integer of `ByteWriter.float`. */
  float(): number {
    const { buffer, byteOffset } = this.bytes(FLOAT_BYTES);
    return new DataView(buffer, byteOffset, FLOAT_BYTES).getFloat64(0);
  }

  /** Reads unsigned 32-bit integers. */
  words(count: number): number[] {
    const { buffer, byteOffset, length } = this.bytes(count * WORD_BYTES);
    const view = new DataView(buffer, byteOffset, length);
    const values: number[] = [];
    for (let at = 0; at < length; at += WORD_BYTES) values.push(view.getUint32(at));
    return values;
  }

  /** Reads a text. */
  text(): string {
    const length = this.varint();
    return length === 0 ? '' : Buffer.from(this.bytes(length)).toString();
  }

  /** Returns the next bytes, without a copy. */
  bytes(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new CountedTreeError('a node is truncated');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
