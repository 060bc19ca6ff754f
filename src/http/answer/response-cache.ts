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
 * A body of so many bytes is kept when it is asked for a second time: who reads a whole history asks
 * for each page once, and would take the room of what others ask for again.
 */
const ASKED_TWICE_BYTES_MIN = 65_536;
/** Bodies that were asked for once are forgotten, all of them, when there are so many. */
const ASKED_ONCE_MAX = 1000;

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
  /** By their entity tags, which are short. */
  readonly #askedOnce = new Set<string>();

  /** @param bytesMax of all bodies together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  find(key: string): CachedBody | undefined {
    const younger = this.#younger.get(key);
    if (younger !== undefined) return younger;
    const older = this.#older.get(key);
    if (older !== undefined) this.#put(key, older);
    return older;
  }

  /**
   * Keeps a body, unless it would take more than a sixteenth of the room, or is large and asked for the
   * first time; returns whether it did.
   */
  keep(key: string, entry: CachedBody): boolean {
    if (sizeOf(key, entry) > this.#bytesMax / 16 || this.#isFirstOfLarge(entry)) return false;
    this.#put(key, entry);
    return true;
  }

  #put(key: string, entry: CachedBody): void {
    const bytes = sizeOf(key, entry);
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

  #isFirstOfLarge({ entityTag, byteLength }: CachedBody): boolean {
    if (byteLength < ASKED_TWICE_BYTES_MIN || this.#askedOnce.delete(entityTag)) return false;
    if (this.#askedOnce.size >= ASKED_ONCE_MAX) this.#askedOnce.clear();
    this.#askedOnce.add(entityTag);
    return true;
  }
}

/** With room for the compressed form, which may come later. */
function sizeOf(key: string, { byteLength }: CachedBody): number {
  return ENTRY_BYTES + key.length + byteLength * 2;
}
