import { cutUnits, fromUnits, toUnits } from './decimal-units.ts';
import type { Random } from './random.ts';
import type { BalanceChange } from './truth.ts';

/**
 * The running balances of a history while it is generated: the amounts that can be withdrawn at a time. Times
 * must not decrease, so that no balance is ever negative.
 */
export class BalanceBook {
  readonly #changes: BalanceChange[] = [];
  readonly #available = new Map<string, bigint>();

  /** Books an amount that arrives at a Unix time in milliseconds; it is available immediately. */
  credit(assetId: string, amount: string, atMs: number): void {
    this.#available.set(assetId, this.#read(assetId) + toUnits(amount));
    this.#changes.push({ atMs, assetId, delta: amount });
  }

  /** Books an amount that arrives after the end of the history; it never becomes available. */
  creditLater(assetId: string, amount: string, atMs: number): void {
    this.#changes.push({ atMs, assetId, delta: amount });
  }

  /** Books an amount that leaves. @throws {RangeError} if the balance is too small. */
  debit(assetId: string, amount: string, atMs: number): void {
    const rest = this.#read(assetId) - toUnits(amount);
    if (rest < 0n) throw new RangeError(`the account does not hold ${amount} ${assetId}`);
    this.#available.set(assetId, rest);
    this.#changes.push({ atMs, assetId, delta: `-${amount}` });
  }

  /**
   * Returns a withdrawal amount: 2 to 30 percent of the available amount without the fee, cut to `decimals`
   * decimals; `undefined` if the available amount does not exceed the fee.
   */
  withdrawable(assetId: string, fee: string, decimals: number, random: Random): string | undefined {
    const rest = this.#read(assetId) - toUnits(fee);
    const amount = cutUnits((rest * BigInt(random.integer(2, 30))) / 100n, decimals);
    return amount > 0n ? fromUnits(amount) : undefined;
  }

  /** Returns the available amount as plain decimal text. */
  balance(assetId: string): string {
    return fromUnits(this.#read(assetId));
  }

  /** Returns all changes, ascending by time. */
  changes(): readonly BalanceChange[] {
    return this.#changes.toSorted((left, right) => left.atMs - right.atMs);
  }

  #read(assetId: string): bigint {
    return this.#available.get(assetId) ?? 0n;
  }
}
