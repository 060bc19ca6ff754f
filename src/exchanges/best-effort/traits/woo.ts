import { type RawRow, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { byPages, endsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/**
 * Returns true for a row of `token`, which is a token of one chain; a row of `token_network` is a network of
 * a coin.
 */
function isToken(row: RawRow): boolean {
  return row['balance_token'] !== undefined;
}

const STATUSES: StatusTable = {
  NEW: 'pending',
  CONFIRMING: 'pending',
  PROCESSING: 'pending',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
  FAILED: 'failed',
};

export const woo: ExchangeTraits = {
  openedIn: 2021,
  end: endsAt('endTime'),
  windowDays: 3650,
  limit: 1000,
  page: byPages('page'),
  withdrawable: { account: 'trading', source: null },
  coins: {
    rows: (responses) => responses.flatMap((response) => rowsAt('rows')([response])),
    coin: (row) => requireText(row, isToken(row) ? 'balance_token' : 'token'),
    networkRows: (row) => (isToken(row) ? [] : [row]),
    network: (row) => ({
      id: requireText(row, 'network'),
      name: requireText(row, 'name'),
      hints: [requireText(row, 'protocol')],
      isOpen: requireFlag(row, 'allow_withdraw'),
      minWithdrawal: readLimit(row, 'minimum_withdrawal'),
    }),
    aliases: (row) => (isToken(row) ? [requireText(row, 'token')] : []),
  },
  rows: {
    // ccxt reads the text after the chain as the coin (`USDCNATIVE` of `ARB_USDCNATIVE`).
    coin: 'token',
    createdAt: ['createdTime', 'created_time'],
    sender: ['sourceAddress', 'source_address'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
