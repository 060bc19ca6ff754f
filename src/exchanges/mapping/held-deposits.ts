import {
  addDecimals,
  compareDecimals,
  type Decimal,
  subtractDecimals,
} from '../../domain/decimal.ts';
import type { BalanceReading } from '../exchange.ts';
import { mapEach } from './map-rows.ts';
import type { RawRow } from './raw-row.ts';

/** A deposit that the exchange has credited, and that cannot be withdrawn yet. */
export interface HeldDeposit {
  readonly asset: string;
  readonly amount: Decimal;
}

const ZERO = '0' as Decimal;

/**
 * Returns the balances without credited deposits that cannot be withdrawn yet. An amount is never below zero,
 * because a deposit may have been traded since. A row that cannot be mapped is skipped: the history of
 * deposits quarantines it.
 *
 * @param toHeld returns `undefined` for a deposit that can be withdrawn.
 */
export function withoutHeldDeposits(
  reading: BalanceReading,
  deposits: readonly unknown[],
  toHeld: (row: RawRow) => HeldDeposit | undefined,
): BalanceReading {
  const held = new Map<string, Decimal>();
  for (const { asset, amount } of mapEach('held', deposits, toHeld, () => undefined).values) {
    held.set(asset, addDecimals(held.get(asset) ?? ZERO, amount));
  }
  const balances = reading.balances.map((balance) => {
    const heldAmount = held.get(balance.asset);
    if (heldAmount === undefined) return balance;
    return Object.assign({}, balance, { amount: subtractToZero(balance.amount, heldAmount) });
  });
  return { ...reading, balances };
}

function subtractToZero(amount: Decimal, held: Decimal): Decimal {
  return compareDecimals(amount, held) > 0 ? subtractDecimals(amount, held) : ZERO;
}
