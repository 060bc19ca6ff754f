import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** `state` of both lists: in progress, to be confirmed, done, stopped or rejected. */
const STATUSES: StatusTable = {
  1: 'pending',
  2: 'pending',
  3: 'completed',
  4: 'failed',
  safe: 'completed',
};

/**
 * Returns the network of a row. A coin with a single network does not name it, so its symbol identifies the
 * network.
 */
function readNetwork(row: RawRow): RawNetwork {
  return {
    id: readText(row, 'chain') ?? requireText(row, 'currency'),
    isOpen: requireFlag(row, 'withdraw_status'),
    minWithdrawal: readLimit(row, 'min_withdraw_amount'),
  };
}

export const digifinex: ExchangeTraits = {
  openedIn: 2018,
  limit: 500,
  withdrawable: { account: 'spot', source: null, request: { type: 'spot' } },
  coins: {
    rows: rowsAt('data'),
    coin: (row) => requireText(row, 'currency'),
    network: readNetwork,
  },
  rows: {
    createdAt: ['created_date'],
    status: { field: 'state', deposits: STATUSES, withdrawals: STATUSES },
  },
  note: 'the newest 500 rows',
};
