import {
  addDecimals,
  compareDecimals,
  type Decimal,
  subtractDecimals,
} from '../../domain/decimal.ts';
import type { AssetBalance } from '../../domain/balance.ts';
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
 * because a deposit may have been traded since. The amounts are unverified if a held deposit may be missing. A row
 * that cannot be mapped is skipped: the history of deposits quarantines it. A balance from which the deposits cannot
 * be subtracted exactly is quarantined.
 *
 * @param deposits `undefined` if the exchange refuses them to the key.
 * @param toHeld returns `undefined` for a deposit that can be withdrawn.
 * @param rowsMax the number of rows with which the list may be cut.
 */
export function withoutHeldDeposits(
  reading: BalanceReading,
  deposits: readonly unknown[] | undefined,
  toHeld: (row: RawRow) => HeldDeposit | undefined,
  rowsMax = Number.POSITIVE_INFINITY,
): BalanceReading {
  if (deposits === undefined) return { ...reading, withdrawableUnverified: true };
  const held = new Map<string, Decimal>();
  const { unreadable } = mapEach(
    'held',
    deposits,
    (row) => {
      const deposit = toHeld(row);
      if (deposit === undefined) return;
      const { asset, amount } = deposit;
      held.set(asset, addDecimals(held.get(asset) ?? ZERO, amount));
    },
    () => undefined,
  );
  const subtracted = mapEach(
    'balances',
    reading.balances,
    (row) => subtractHeld(row as unknown as AssetBalance, held),
    ({ asset }) => `balances:${String(asset)}`,
  );
  const isWhole = unreadable.length === 0 && deposits.length < rowsMax;
  return {
    ...reading,
    balances: subtracted.values,
    unreadable: [...reading.unreadable, ...subtracted.unreadable],
    ...(isWhole ? {} : { withdrawableUnverified: true }),
  };
}

function subtractHeld(balance: AssetBalance, held: ReadonlyMap<string, Decimal>): AssetBalance {
  const heldAmount = held.get(balance.asset);
  if (heldAmount === undefined) return balance;
  return { ...balance, amount: subtractToZero(balance.amount, heldAmount) };
}

function subtractToZero(amount: Decimal, held: Decimal): Decimal {
  return compareDecimals(amount, held) > 0 ? subtractDecimals(amount, held) : ZERO;
}
