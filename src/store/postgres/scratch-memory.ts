/** More is left to the garbage collector. */
const RETAINED_BYTES_MAX = 1024 * 1024;

/**
 * Memory that is used again for each page: the kernel clears new memory page by page, which takes a
 * tenth of the time of a page of 1,000 rows.
 */
export class ScratchMemory {
  #kept: ArrayBuffer | undefined;

  /** Returns memory of at least this size, owned by the caller until it returns it. */
  take(size: number): ArrayBuffer {
    const kept = this.#kept;
    this.#kept = undefined;
    return kept !== undefined && kept.byteLength >= size ? kept : new ArrayBuffer(size);
  }

  /** Keeps memory that is no longer used. */
  keep(buffer: ArrayBuffer): void {
    if (buffer.byteLength <= RETAINED_BYTES_MAX) this.#kept = buffer;
  }
}
