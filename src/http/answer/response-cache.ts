import type { CompressibleBody } from './compression.ts';

/** A cached response body. */
export interface CachedBody extends CompressibleBody {
  readonly entityTag: string;
  /** Bytes in UTF-8. */
  readonly byteLength: number;
  /** Headers of this body, names and values alternately. */
  readonly headers: readonly string[];
}

/** Bytes of an entry in addition to its key and its body. */
const ENTRY_BYTES = 512;

/**
 * Minimum size of a body that is only cached when it is requested for the second time. A caller who reads a
 * whole history requests each page once, and would evict bodies that others request repeatedly.
 */
const REPEATED_BYTES_MIN = 65_536;
/** Maximum size of the set of bodies that were requested once; it is then cleared. */
const REQUESTED_ONCE_MAX = 1000;

/**
 * Caches bodies by wallet, revision and request. A revision is never reused, so an entry is never stale. An
 * entry of an old revision is no longer requested, and is evicted.
 *
 * There are two generations. When the younger one fills half of the cache, it becomes the older one. Entries
 * of the former older one that were not requested meanwhile are evicted. So a read needs no reordering.
 */
export class ResponseCache {
  readonly #bytesMax: number;
  #younger = new Map<string, CachedBody>();
  #older = new Map<string, CachedBody>();
  #youngerBytes = 0;
  /** Entity tags, which are short. */
  readonly #requestedOnce = new Set<string>();

  /** @param bytesMax the size of the cache. */
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
   * Adds a body, unless it is larger than a sixteenth of the cache, or large and requested for the first
   * time. Returns whether it was added.
   */
  add(key: string, entry: CachedBody): boolean {
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
    if (byteLength < REPEATED_BYTES_MIN || this.#requestedOnce.delete(entityTag)) return false;
    if (this.#requestedOnce.size >= REQUESTED_ONCE_MAX) this.#requestedOnce.clear();
    this.#requestedOnce.add(entityTag);
    return true;
  }
}

/** Returns the size of an entry, including a compressed body that may be added later. */
function sizeOf(key: string, { byteLength }: CachedBody): number {
  return ENTRY_BYTES + key.length + byteLength * 2;
}
