/** Of how many keys and wallets it is known when they changed last. */
const IDS_MAX = 10_000;

/** Numbers the changes of keys and wallets, each with a higher number than all before. */
export class ChangeNumbers {
  readonly #idsMax: number;
  readonly #byId = new Map<string, number>();
  #last = 0;
  #all = 0;

  constructor(idsMax = IDS_MAX) {
    this.#idsMax = idsMax;
  }

  /** One has changed. Where too many have, all of them count as changed. */
  change(id: string): void {
    if (this.#byId.size >= this.#idsMax && !this.#byId.has(id)) this.changeAll();
    this.#last += 1;
    this.#byId.set(id, this.#last);
  }

  /** Any of them may have changed. */
  changeAll(): void {
    this.#byId.clear();
    this.#last += 1;
    this.#all = this.#last;
  }

  /** The number of the last change of either; another one whenever one of them has changed. */
  latestOf(keyId: string, walletId: string): number {
    return Math.max(this.#all, this.#byId.get(keyId) ?? 0, this.#byId.get(walletId) ?? 0);
  }
}
