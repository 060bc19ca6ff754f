import { ALL_ASSETS } from './tally.ts';

/** The numbers under which a wallet's assets are counted, within one transaction of the database. */
export class AssetNumbers {
  readonly #numbers: Map<string, number>;
  readonly #added: (readonly [asset: string, assetNo: number])[] = [];
  #last: number;

  /** @param stored all numbers that the wallet has given. */
  constructor(stored: Iterable<readonly [asset: string, assetNo: number]>) {
    this.#numbers = new Map(stored);
    this.#last = Math.max(ALL_ASSETS, ...this.#numbers.values());
  }

  /** The number of an asset; a new one where it has none. */
  numberOf(asset: string): number {
    const known = this.#numbers.get(asset);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(asset, this.#last);
    this.#added.push([asset, this.#last]);
    return this.#last;
  }

  /** The new numbers since the last call; they are to be stored. */
  takeAdded(): readonly (readonly [asset: string, assetNo: number])[] {
    return this.#added.splice(0);
  }
}
