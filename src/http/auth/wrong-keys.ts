/** Limits wrong API keys by address. */
import { hash } from 'node:crypto';

const WINDOW_MS = 1000;
const KNOWN_KEYS_MAX = 10_000;

/**
 * Counts the wrong keys of each address in windows of one second, like the rate limit of keys. Verifying a
 * key takes a database read and a keyed hash. So above the limit, all keys of the address are refused without
 * verification, except for keys that were valid before.
 */
export class WrongKeys {
  readonly #max: number;
  #window = -1;
  readonly #counts = new Map<string, number>();
  /** Digests of valid keys, the last verified ones at the end. */
  readonly #known = new Set<string>();

  /** @param max maximum wrong keys of an address per second. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Returns true if the key is refused without verification. */
  refuses(address: string | undefined, apiKey: string, nowMs: number): boolean {
    this.#moveTo(nowMs);
    if (address === undefined || (this.#counts.get(address) ?? 0) < this.#max) return false;
    return !this.#known.has(digestOf(apiKey));
  }

  /** Counts a wrong key. */
  count(address: string | undefined, apiKey: string, nowMs: number): void {
    this.#moveTo(nowMs);
    if (this.#known.size > 0) this.#known.delete(digestOf(apiKey));
    if (address !== undefined) this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
  }

  /** Records a valid key. */
  remember(apiKey: string): void {
    const digest = digestOf(apiKey);
    this.#known.delete(digest);
    const [first] = this.#known.size < KNOWN_KEYS_MAX ? [] : this.#known;
    if (first !== undefined) this.#known.delete(first);
    this.#known.add(digest);
  }

  #moveTo(nowMs: number): void {
    const window = Math.floor(nowMs / WINDOW_MS);
    if (window === this.#window) return;
    this.#counts.clear();
    this.#window = window;
  }
}

/** Returns the digest of a key, so that no secret is stored. */
function digestOf(apiKey: string): string {
  return hash('sha256', apiKey, 'base64url');
}
