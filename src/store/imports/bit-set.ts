/** Numbers as bits, of which memory is used only where bits are set. */
export class BitSet {
  readonly #bytes: Uint8Array;
  readonly #size: number;

  /** @param size how many bits there are; a number stands for the bit of its remainder. */
  constructor(size: number) {
    this.#size = size;
    this.#bytes = new Uint8Array(Math.ceil(size / 8));
  }

  /** Sets the bit of a number; returns true if it was set already. */
  add(value: number): boolean {
    const bit = value % this.#size;
    const index = Math.floor(bit / 8);
    const mask = 1 << (bit % 8);
    const byte = this.#bytes[index] ?? 0;
    this.#bytes[index] = byte | mask;
    return (byte & mask) !== 0;
  }

  /** True if the number was added, or another one of the same remainder. */
  has(value: number): boolean {
    const bit = value % this.#size;
    return ((this.#bytes[Math.floor(bit / 8)] ?? 0) & (1 << (bit % 8))) !== 0;
  }
}
