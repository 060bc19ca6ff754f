import { cutUnits, fromUnits, toUnits } from './decimal-units.ts';
import type { Random } from './random.ts';
import type { BalanceChange } from './truth.ts';

/**
 * The running balances of a history while it is generated: what may still be withdrawn at a time.
 * Times must not go back, so that no balance is ever negative.
 */
export class BalanceBook {
  readonly #changes: BalanceChange[] = [];
  readonly #available = new Map<string, bigint>();

  /**
   * Books money that arrives at a Unix time in milliseconds; it counts as available immediately.
   */
  credit(assetId: string, amount: string, atMs: number): void {
    this.#available.set(assetId, this.#read(assetId) + toUnits(amount));
    this.#changes.push({ atMs, assetId, delta: amount });
  }

  /** Books money that arrives only after the history ends; it never becomes available here. */
  creditLater(assetId: string, amount: string, atMs: number): void {
    this.#changes.push({ atMs, assetId, delta: amount });
  }

  /** Books money that leaves. Throws a RangeError when there is not so much. */
  debit(assetId: string, amount: string, atMs: number): void {
    const rest = this.#read(assetId) - toUnits(amount);
    if (rest < 0n) throw new RangeError(`the account does not hold ${amount} ${assetId}`);
    this.#available.set(assetId, rest);
    this.#changes.push({ atMs, assetId, delta: `-${amount}` });
  }

  /**
   * A withdrawal amount of 2 to 30 percent of what is available above the fee, cut to so many
   * decimals; undefined when nothing is left after the fee.
   */
  withdrawable(assetId: string, fee: string, decimals: number, random: Random): string | undefined {
    const rest = this.#read(assetId) - toUnits(fee);
    const amount = cutUnits((rest * BigInt(random.integer(2, 30))) / 100n, decimals);
    return amount > 0n ? fromUnits(amount) : undefined;
  }

  /** Available units as plain decimal text. */
  balance(assetId: string): string {
    return fromUnits(this.#read(assetId));
  }

  /** All changes, ascending by time. */
  changes(): readonly BalanceChange[] {
    return this.#changes.toSorted((left, right) => left.atMs - right.atMs);
  }

  #read(assetId: string): bigint {
    return this.#available.get(assetId) ?? 0n;
  }
}
