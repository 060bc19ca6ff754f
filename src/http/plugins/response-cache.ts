import { LRUCache } from 'lru-cache';

import type { CompressibleBody } from './compression.ts';

/** A cached response body. */
export interface CachedBody extends CompressibleBody {
  readonly entityTag: string;
  /** Bytes in UTF-8. */
  readonly byteLength: number;
  /** Headers of this body. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes of an entry in addition to its key and its body. */
const ENTRY_BYTES = 512;
/** A body may have this part of the cache. */
const ENTRY_PART = 16;
/**
 * Minimum size of a body that is only cached when it is requested for the second time. A caller who reads a
 * whole history requests each page once, and would evict bodies that others request repeatedly.
 */
const REPEATED_BYTES_MIN = 65_536;
/** Maximum size of the set of bodies that were requested once. */
const REQUESTED_ONCE_MAX = 1000;

/**
 * Caches bodies by wallet, revision and request. A revision is never reused, so an entry is never stale. An
 * entry of an old revision is no longer requested, and is evicted.
 */
export class ResponseCache {
  readonly #bodies: LRUCache<string, CachedBody> | undefined;
  /** Entity tags, which are short. */
  readonly #requestedOnce = new LRUCache<string, true>({ max: REQUESTED_ONCE_MAX });

  /** @param bytesMax the size of the cache; 0 disables it. */
  constructor(bytesMax: number) {
    const maxEntrySize = Math.floor(bytesMax / ENTRY_PART);
    if (maxEntrySize === 0) return;
    this.#bodies = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize,
      // Includes a compressed body that may be added later.
      sizeCalculation: ({ byteLength }, key) => ENTRY_BYTES + key.length + byteLength * 2,
    });
  }

  find(key: string): CachedBody | undefined {
    return this.#bodies?.get(key);
  }

  /** Adds a body, unless it is large and requested for the first time, or too large. */
  add(key: string, entry: CachedBody): void {
    const { byteLength, entityTag } = entry;
    if (byteLength >= REPEATED_BYTES_MIN && !this.#requestedOnce.delete(entityTag)) {
      this.#requestedOnce.set(entityTag, true);
      return;
    }
    this.#bodies?.set(key, entry);
  }
}
