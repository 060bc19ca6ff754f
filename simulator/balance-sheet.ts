import { cutUnits, fromUnits, toUnits } from './decimal-units.ts';
import type { BalanceChange, History } from './truth.ts';

/** The balance of an account in one asset. */
export interface AssetBalance {
  /** The exchange's own asset name. */
  readonly assetId: string;
  /** Plain decimal: the amount that orders do not lock. */
  readonly free: string;
  /** Plain decimal: the amount that open orders lock. */
  readonly locked: string;
  /** Plain decimal: the sum of both. */
  readonly total: string;
}

const LOCKED_DECIMALS = 8;

/** Balances of an account at a moment, as running sums, so that a request needs no full scan. */
export class BalanceSheet {
  readonly #changes: readonly BalanceChange[];
  readonly #lockedPercents: Readonly<Record<string, number>>;
  #sums = new Map<string, bigint>();
  #applied = 0;
  #readAtMs = Number.NEGATIVE_INFINITY;

  constructor(history: Pick<History, 'balanceChanges' | 'lockedPercents'>) {
    this.#changes = history.balanceChanges;
    this.#lockedPercents = history.lockedPercents;
  }

  /** Returns every asset that the account had up to a Unix time in milliseconds, sorted by asset name. */
  at(nowMs: number): AssetBalance[] {
    this.#applyUntil(nowMs);
    return [...this.#sums]
      .map(([assetId, units]) => this.#describe(assetId, units))
      .sort((left, right) => (left.assetId < right.assetId ? -1 : 1));
  }

  #applyUntil(nowMs: number): void {
    if (nowMs < this.#readAtMs) {
      this.#sums = new Map();
      this.#applied = 0;
    }
    this.#readAtMs = nowMs;
    for (; this.#applied < this.#changes.length; this.#applied++) {
      const change = this.#changes[this.#applied];
      if (change === undefined || change.atMs > nowMs) return;
      const sum = (this.#sums.get(change.assetId) ?? 0n) + toUnits(change.delta);
      this.#sums.set(change.assetId, sum);
    }
  }

  #describe(assetId: string, units: bigint): AssetBalance {
    const percent = BigInt(this.#lockedPercents[assetId] ?? 0);
    const locked = cutUnits((units * percent) / 100n, LOCKED_DECIMALS);
    return {
      assetId,
      free: fromUnits(units - locked),
      locked: fromUnits(locked),
      total: fromUnits(units),
    };
  }
}
