/** The garbage collector frees larger memory. */
const RETAINED_BYTES_MAX = 1024 * 1024;
const RETAINED_MAX = 4;
const GRANULE_BYTES = 64 * 1024;

/**
 * Memory that is reused: the kernel clears new memory page by page, which takes a quarter of the time
 * of a page of 1,000 rows.
 */
export class ScratchMemory {
  readonly #retained: ArrayBuffer[] = [];
  readonly #taken = new WeakSet<ArrayBufferLike>();

  /** Returns memory of this size or more that has no other owner until it is kept. */
  take(size: number): ArrayBuffer {
    const index = this.#retained.findIndex(({ byteLength }) => byteLength >= size);
    const [retained] = index === -1 ? [] : this.#retained.splice(index, 1);
    const memory = retained ?? new ArrayBuffer(Math.ceil(size / GRANULE_BYTES) * GRANULE_BYTES);
    this.#taken.add(memory);
    return memory;
  }

  /** Returns true from {@link take} until {@link keep}. */
  isTaken(memory: ArrayBufferLike): boolean {
    return this.#taken.has(memory);
  }

  /** Keeps taken memory for its next owner. The buffer of the previous owner becomes empty. */
  keep(memory: ArrayBufferLike): void {
    if (!(memory instanceof ArrayBuffer) || !this.#taken.delete(memory)) return;
    const isRetained =
      this.#retained.length < RETAINED_MAX && memory.byteLength <= RETAINED_BYTES_MAX;
    const moved = memory.transfer(isRetained ? memory.byteLength : 0);
    if (isRetained) this.#retained.push(moved);
  }
}
