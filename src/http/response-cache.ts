/** A body that was answered, ready to be answered again. */
export interface CachedBody {
  readonly entityTag: string;
  readonly body: string;
  /** In UTF-8. */
  readonly byteLength: number;
  /** Headers that belong to this body, names and values in turn. */
  readonly headers: readonly string[];
  /** The body compressed with gzip, once somebody has asked for it. */
  gzip?: Buffer;
}

/** Bytes of an entry beside its body: the key, the object, the map. */
const ENTRY_BYTES = 512;

/**
 * Bodies by wallet, revision and request. A revision is never given twice, so that an entry is
 * never stale: what was replaced is not asked for any more and falls out first.
 */
export class ResponseCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, CachedBody>();
  #bytes = 0;

  /** @param bytesMax of all bodies together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  find(key: string): CachedBody | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // What is asked for moves to the end; the map drops from its start.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Keeps a body; one that would take more than a sixteenth of the room is not kept. */
  keep(key: string, entry: CachedBody): void {
    this.#remove(key);
    if (sizeOf(entry) > this.#bytesMax / 16) return;
    this.#entries.set(key, entry);
    this.#bytes += sizeOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= sizeOf(entry);
  }
}

/** With room for the compressed form, which may come later. */
function sizeOf({ byteLength }: CachedBody): number {
  return ENTRY_BYTES + byteLength * 2;
}
