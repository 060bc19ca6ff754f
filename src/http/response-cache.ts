import type { CompressibleBody } from './compression.ts';

/** A body that was answered, ready to be answered again. */
export interface CachedBody extends CompressibleBody {
  readonly entityTag: string;
  /** In UTF-8. */
  readonly byteLength: number;
  /** Headers that belong to this body, names and values in turn. */
  readonly headers: readonly string[];
}

/** Bytes of an entry beside its key and its body. */
const ENTRY_BYTES = 512;

/**
 * Bodies by wallet, revision and request. A revision is never given twice, so that an entry is
 * never stale: what was replaced is not asked for any more and falls out.
 *
 * Entries are of two ages. When the younger ones fill half of the room, they become the older ones,
 * and what had been older and was not asked for since is dropped: nothing is put in order at a read.
 */
export class ResponseCache {
  readonly #bytesMax: number;
  #younger = new Map<string, CachedBody>();
  #older = new Map<string, CachedBody>();
  #youngerBytes = 0;

  /** @param bytesMax of all bodies together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  find(key: string): CachedBody | undefined {
    const younger = this.#younger.get(key);
    if (younger !== undefined) return younger;
    const older = this.#older.get(key);
    if (older !== undefined) this.keep(key, older);
    return older;
  }

  /** Keeps a body; one that would take more than a sixteenth of the room is not kept. */
  keep(key: string, entry: CachedBody): void {
    const bytes = sizeOf(key, entry);
    if (bytes > this.#bytesMax / 16) return;
    const replaced = this.#younger.get(key);
    if (replaced !== undefined) this.#youngerBytes -= sizeOf(key, replaced);
    this.#older.delete(key);
    if (this.#youngerBytes + bytes > this.#bytesMax / 2) {
      this.#older = this.#younger;
      this.#younger = new Map();
      this.#youngerBytes = 0;
    }
    this.#younger.set(key, entry);
    this.#youngerBytes += bytes;
  }
}

/** With room for the compressed form, which may come later. */
function sizeOf(key: string, { byteLength }: CachedBody): number {
  return ENTRY_BYTES + key.length + byteLength * 2;
}
