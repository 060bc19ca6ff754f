/**
 * The types of a history contain the direction of every amount, so the amounts add up to the change of the
 * balance.
 */
import { expect, it } from 'vitest';

import { EXCHANGE_NAMES } from '../../simulator/catalogue.ts';
import { type History, OUTGOING_KINDS, type TruthRow } from '../../simulator/truth.ts';
import {
  addDecimals,
  type Decimal,
  shortestDecimal,
  subtractDecimals,
} from '../../src/domain/decimal.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { listBalances } from '../store/contract/fixtures.ts';
import { SyncBench } from '../sync/harness.ts';

/**
 * Exchanges whose simulated history does not add up: trades at Kraken, deposits at OKX that are credited and
 * cannot be withdrawn yet, fees at Bitstamp that are only reported when a withdrawal was booked.
 */
const OTHERWISE: ReadonlySet<string> = new Set(['kraken', 'okx', 'bitstamp']);

/** More than the withdrawals of any history. */
const OPENING = '1000000000' as Decimal;
const ZERO = '0' as Decimal;

/**
 * Returns the history with balances that start at an opening balance and change with its ledger; no amount is
 * locked.
 */
function applyLedger(made: History): History {
  const ledger = made.rows.filter(isBooked).map((row) => ({
    atMs: row.timestampMs,
    assetId: row.asset,
    delta: `${OUTGOING_KINDS.has(row.kind) ? '-' : ''}${row.amount}`,
  }));
  const changes = [...made.balanceChanges, ...ledger];
  const opening = [...new Set(changes.map(({ assetId }) => assetId))].map((assetId) => ({
    atMs: 0,
    assetId,
    delta: OPENING,
  }));
  const balanceChanges = [...opening, ...changes].toSorted((a, b) => a.atMs - b.atMs);
  return { ...made, lockedPercents: {}, balanceChanges };
}

function isBooked({ source, listed, malformed, states }: TruthRow): boolean {
  const isLedger = ['ledger', 'dividend', 'transfer'].includes(source);
  return isLedger && listed && !malformed && states.at(-1)?.status === 'completed';
}

/** Returns the change of a balance by a transaction. A withdrawal holds its amount unless it has failed. */
function changeBy({ type, status, amount, asset, feeCost, feeCurrency }: Transaction): Decimal {
  const isHeld = type === 'withdrawal' && (status === 'pending' || status === 'unknown');
  if (status !== 'completed' && !isHeld) return ZERO;
  const fee = feeCurrency === asset && feeCost !== null ? feeCost : ZERO;
  return OUTGOING_KINDS.has(type)
    ? subtractDecimals(subtractDecimals(ZERO, amount), fee)
    : subtractDecimals(amount, fee);
}

it.each(EXCHANGE_NAMES.filter((name) => !OTHERWISE.has(name)))(
  '%s: completed rows add up to the balance, by asset',
  async (exchange) => {
    await using bench = await new SyncBench().open();
    const walletId = `wallet_${exchange}`;
    const traps = { malformed: 0, unknownStatuses: 0 };
    await bench.add(exchange, { count: 120, pending: 0, traps }, { change: applyLedger });
    await bench.sync(walletId);

    const rows = await bench.readAll(walletId);
    expect(rows.filter(({ type }) => type === 'other')).toEqual([]);
    const sums = new Map<string, Decimal>();
    for (const row of rows) {
      sums.set(row.asset, addDecimals(sums.get(row.asset) ?? OPENING, changeBy(row)));
    }
    // The account has a small balance of it without rows.
    sums.delete('EUR');
    const balances = (await listBalances(bench.store, walletId)).filter(({ asset }) =>
      sums.has(asset),
    );
    expect(balances.length).toBeGreaterThan(3);
    expect(balances.map(({ asset, amount }) => [asset, shortestDecimal(amount)])).toEqual(
      balances.map(({ asset }) => [asset, shortestDecimal(sums.get(asset) ?? ZERO)]),
    );
  },
);
