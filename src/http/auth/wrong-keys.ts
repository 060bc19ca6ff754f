/** API keys that were wrong, by the address that they came from. */
import { hash } from 'node:crypto';

const WINDOW_MS = 1000;
const KNOWN_KEYS_MAX = 10_000;

/**
 * Counts the wrong keys of each address in windows of one second, like the rate limit of keys. To find
 * out that a key is wrong takes a read of the database and a keyed hash, so beyond the bound the keys of
 * the address are refused without it, but for those that were right before.
 */
export class WrongKeys {
  readonly #max: number;
  #window = -1;
  readonly #counts = new Map<string, number>();
  /** Digests of keys that were right, the ones that were verified last at the end. */
  readonly #known = new Set<string>();

  /** @param max of an address within a second. */
  constructor(max: number) {
    this.#max = max;
  }

  /** True if the key is to be refused unread. */
  refuses(address: string | undefined, apiKey: string, nowMs: number): boolean {
    this.#moveTo(nowMs);
    if (address === undefined || (this.#counts.get(address) ?? 0) < this.#max) return false;
    return !this.#known.has(digestOf(apiKey));
  }

  /** Counts a key that is wrong. */
  count(address: string | undefined, apiKey: string, nowMs: number): void {
    this.#moveTo(nowMs);
    if (this.#known.size > 0) this.#known.delete(digestOf(apiKey));
    if (address !== undefined) this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
  }

  /** Remembers a key that is right. */
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

/** No secret is kept. */
function digestOf(apiKey: string): string {
  return hash('sha256', apiKey, 'base64url');
}
