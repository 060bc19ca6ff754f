/** Generates rows like a wallet's history, the same in every run. */
import { parseDecimal } from '../src/domain/decimal.ts';
import { LIMIT_MAX, PAGE_MAX } from '../src/domain/query.ts';
import type { Transaction } from '../src/domain/transaction.ts';
import type { Store } from '../src/store/store.ts';
import { writeBalances } from './balances.ts';

/** Rows of a small wallet, which are one page of the largest size. */
export const SMALL_ROWS = LIMIT_MAX;
/** The time of the oldest row. */
export const START_MS = Date.UTC(2010, 0, 1);
/** Time between two rows. */
export const INTERVAL_MS = 300_000;
/** The rare asset; one row of `RARE_EVERY` has it. */
export const RARE_ASSET = 'RARE';
export const RARE_EVERY = 5000;

const ASSETS = ['BTC', 'ETH', 'USDT', 'EUR'];
const BATCH_ROWS = 20_000;

/** Yields batches of rows, oldest first. */
export function* makeBatches(rows: number): Generator<readonly Transaction[]> {
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const length = Math.min(BATCH_ROWS, rows - from);
    yield Array.from({ length }, (_, index) => makeRow(from + index));
  }
}

/** Writes this number of rows and balances to a wallet, as a synchronisation does. */
export async function fillWallet(store: Store, walletId: string, rows: number): Promise<void> {
  for (const batch of makeBatches(rows)) await store.copyTransactions(walletId, batch);
  await writeBalances(store, walletId);
}

/** Returns the last full page of 1,000 rows that the API serves. */
export function deepestPage(rows: number): number {
  return Math.min(PAGE_MAX, Math.floor(rows / LIMIT_MAX) - 1);
}

function makeRow(row: number): Transaction {
  const timestampMs = START_MS + row * INTERVAL_MS + (row % 7);
  const digits = String((row * 2_654_435_761) % 1_000_000_000).padStart(9, '0');
  const asset = row % RARE_EVERY === 0 ? RARE_ASSET : (ASSETS[row % ASSETS.length] as string);
  return {
    id: `tx_${timestampMs.toString(16).padStart(12, '0')}${digits.repeat(3).slice(0, 20)}`,
    asset,
    type: row % 3 === 0 ? 'withdrawal' : 'deposit',
    amount: parseDecimal(`${row % 1000}.${digits}`),
    timestampMs,
    status: row % 5 === 0 ? 'pending' : 'completed',
    txid: `0x${digits.repeat(7)}${row % 10}`,
    address: `0x${digits.repeat(4)}${String(row).padStart(4, '0').slice(-4)}`,
    feeCost: row % 3 === 0 ? parseDecimal('0.0005') : null,
    feeCurrency: row % 3 === 0 ? asset : null,
  };
}
