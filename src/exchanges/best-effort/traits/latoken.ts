import { readText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { byPages } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

const STATUSES: StatusTable = {
  TRANSACTION_STATUS_CONFIRMED: 'completed',
  TRANSACTION_STATUS_EXECUTED: 'completed',
  TRANSACTION_STATUS_CHECKING: 'pending',
  TRANSACTION_STATUS_PENDING: 'pending',
  TRANSACTION_STATUS_CANCELLED: 'canceled',
  TRANSACTION_STATUS_FAILED: 'failed',
  TRANSACTION_STATUS_REJECTED: 'failed',
};

/** Matches the number of a transfer in its transaction, with which a hash may end (`0x28ba…493f#42`). */
const NUMBER_IN_TRANSACTION = /#\d+$/;

export const latoken: ExchangeTraits = {
  openedIn: 2018,
  limit: 100,
  limitName: 'size',
  page: byPages('page', 0),
  numbersAssets: 'history and balances',
  withdrawable: {
    account: 'wallet',
    source: null,
    request: { type: 'wallet' },
  },
  rows: {
    createdAt: ['timestamp'],
    sender: ['senderAddress'],
    // As in ccxt 4.5.84 (`latoken`, the response of `fetchTransactions`).
    txid: (row) => readText(row, 'transactionHash')?.replace(NUMBER_IN_TRANSACTION, '') ?? null,
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
