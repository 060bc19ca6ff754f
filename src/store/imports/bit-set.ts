/** A set of numbers as bits. Memory is only allocated for parts with set bits. */
export class BitSet {
  readonly #bytes: Uint8Array;
  readonly #size: number;

  /** @param size the number of bits. The bit of a number is its remainder by `size`. */
  constructor(size: number) {
    this.#size = size;
    this.#bytes = new Uint8Array(Math.ceil(size / 8));
  }

  /** Sets the bit of a number; returns true if it was already set. */
  add(value: number): boolean {
    const bit = value % this.#size;
    const index = Math.floor(bit / 8);
    const mask = 1 << (bit % 8);
    const byte = this.#bytes[index] ?? 0;
    this.#bytes[index] = byte | mask;
    return (byte & mask) !== 0;
  }

  /** Returns true if the number, or another one with the same remainder, was added. */
  has(value: number): boolean {
    const bit = value % this.#size;
    return ((this.#bytes[Math.floor(bit / 8)] ?? 0) & (1 << (bit % 8))) !== 0;
  }
}
