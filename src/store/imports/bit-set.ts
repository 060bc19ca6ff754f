const PAGE_BYTES = 4096;
const BITS_OF_PAGE = 8 * PAGE_BYTES;

/** A set of numbers as bits. Memory is only allocated for pages with set bits. */
export class BitSet {
  readonly #pages = new Map<number, Uint8Array>();
  readonly #size: number;

  /** @param size the number of bits, up to 2^31. The bit of a number is its remainder by `size`. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Sets the bit of a number; returns true if it was already set. */
  add(value: number): boolean {
    const bit = value % this.#size;
    const pageNo = Math.floor(bit / BITS_OF_PAGE);
    let page = this.#pages.get(pageNo);
    if (page === undefined) {
      page = new Uint8Array(PAGE_BYTES);
      this.#pages.set(pageNo, page);
    }
    const index = (bit % BITS_OF_PAGE) >>> 3;
    const mask = 1 << (bit & 7);
    const byte = page[index] ?? 0;
    page[index] = byte | mask;
    return (byte & mask) !== 0;
  }

  /** Returns true if the number, or another one with the same remainder, was added. */
  has(value: number): boolean {
    const bit = value % this.#size;
    const page = this.#pages.get(Math.floor(bit / BITS_OF_PAGE));
    return ((page?.[(bit % BITS_OF_PAGE) >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
}
