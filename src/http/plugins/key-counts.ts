/** Counts what each key has in use, up to a maximum: connections of an address, for example. */
export class KeyCounts {
  readonly #max: number;
  /** Only of keys that have something in use. */
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more of a key until the returned function is called, once. Returns `undefined` at the maximum. */
  take(key: string): (() => void) | undefined {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#max) return undefined;
    this.#counts.set(key, count + 1);
    return () => {
      const rest = (this.#counts.get(key) ?? 0) - 1;
      if (rest > 0) this.#counts.set(key, rest);
      else this.#counts.delete(key);
    };
  }
}
