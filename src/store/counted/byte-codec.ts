import { CountedTreeError } from './counted-tree-error.ts';

const BYTES_INITIAL = 1024;
const FLOAT_BYTES = 8;

/** Writes numbers and texts one after the other. */
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

  finish(): Uint8Array {
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

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
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
