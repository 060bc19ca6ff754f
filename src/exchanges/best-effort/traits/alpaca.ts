import { type RawRow, readText, requireText, UnreadableRowError } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** Matches a crypto position, which has the name of its market against the dollar (`BTCUSD`, `BTC/USD`). */
const MARKET = /^(.+?)\/?USD$/;

/** Returns the account with its cash, and every crypto position. Shares cannot be withdrawn. */
function listHoldings(responses: readonly unknown[]): readonly unknown[] {
  const [account] = responses;
  const positions = rowsAt()(responses.slice(1)) as readonly RawRow[];
  return [account, ...positions.filter((row) => row['asset_class'] === 'crypto')];
}

function readCoin(row: RawRow): string {
  const symbol = readText(row, 'symbol');
  if (symbol === null) return requireText(row, 'currency');
  const coin = MARKET.exec(symbol)?.[1];
  if (coin === undefined) throw new UnreadableRowError(`symbol is not a market: ${symbol}`);
  return coin;
}

export const alpaca: ExchangeTraits = {
  openedIn: 2021,
  withdrawable: {
    account: 'account',
    // Only the cash of accounts at brokers is documented (`cash_withdrawable`), not crypto.
    source: null,
    reader: {
      rows: listHoldings,
      coin: readCoin,
      amount: (row) =>
        readText(row, 'qty_available') ??
        readText(row, 'cash_withdrawable') ??
        requireText(row, 'cash'),
    },
  },
  rows: {
    createdAt: ['created_at'],
    sender: ['from_address'],
    status: {
      field: 'status',
      deposits: { PROCESSING: 'pending', COMPLETE: 'completed', FAILED: 'failed' },
      withdrawals: { PROCESSING: 'pending', COMPLETE: 'completed', FAILED: 'failed' },
    },
  },
};
