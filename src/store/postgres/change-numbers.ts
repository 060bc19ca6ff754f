/** Maximum keys and wallets for which the last change is stored. */
const IDS_MAX = 10_000;

/** Numbers the changes of keys and wallets in ascending order. */
export class ChangeNumbers {
  readonly #idsMax: number;
  readonly #byId = new Map<string, number>();
  #last = 0;
  #all = 0;

  constructor(idsMax = IDS_MAX) {
    this.#idsMax = idsMax;
  }

  /** Records a change of a key or wallet. Beyond the limit, all of them count as changed. */
  change(id: string): void {
    if (this.#byId.size >= this.#idsMax && !this.#byId.has(id)) this.changeAll();
    this.#last += 1;
    this.#byId.set(id, this.#last);
  }

  /** Records that any key or wallet may have changed. */
  changeAll(): void {
    this.#byId.clear();
    this.#last += 1;
    this.#all = this.#last;
  }

  /** Returns the number of the last change of the key or the wallet. */
  latestOf(keyId: string, walletId: string): number {
    return Math.max(this.#all, this.#byId.get(keyId) ?? 0, this.#byId.get(walletId) ?? 0);
  }
}
