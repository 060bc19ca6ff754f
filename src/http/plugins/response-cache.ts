import { LRUCache } from 'lru-cache';

/** A cached response body. */
export interface CachedBody {
  readonly body: string | Buffer;
  readonly entityTag: string;
  /** Headers of this body. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Bodies by wallet, revision and request. A revision is never reused, so an entry is never stale. An entry of an old
 * revision is no longer requested, and is evicted.
 */
export interface ResponseCache {
  get(key: string): CachedBody | undefined;
  set(key: string, body: CachedBody): unknown;
}

/** Bytes of an entry in addition to its key and its body. */
const ENTRY_BYTES = 512;
/** A body may have this part of the cache. */
const ENTRY_PART = 16;

/** Creates a cache. @param bytesMax its size; with 0, it contains nothing. */
export function createResponseCache(bytesMax: number): ResponseCache {
  const maxEntrySize = Math.floor(bytesMax / ENTRY_PART);
  if (maxEntrySize === 0) return { get: () => undefined, set: () => undefined };
  return new LRUCache({
    maxSize: bytesMax,
    maxEntrySize,
    // Includes the compressed body, which may exist too.
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + key.length + Buffer.byteLength(body) * 2,
  });
}
