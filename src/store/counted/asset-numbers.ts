import { ALL_ASSETS } from './code-counts.ts';

/** The numbers of a wallet's assets, within one transaction of the database. */
export class AssetNumbers {
  readonly #numbers: Map<string, number>;
  readonly #added: (readonly [asset: string, assetNo: number])[] = [];
  #last: number;

  /** @param stored all numbers of the wallet that are stored. */
  constructor(stored: Iterable<readonly [asset: string, assetNo: number]>) {
    this.#numbers = new Map(stored);
    this.#last = Math.max(ALL_ASSETS, ...this.#numbers.values());
  }

  /** Returns the number of an asset; assigns the next number to a new asset. */
  numberOf(asset: string): number {
    const known = this.#numbers.get(asset);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(asset, this.#last);
    this.#added.push([asset, this.#last]);
    return this.#last;
  }

  /** Returns the numbers that were assigned since the last call; the caller stores them. */
  takeAdded(): readonly (readonly [asset: string, assetNo: number])[] {
    return this.#added.splice(0);
  }
}
