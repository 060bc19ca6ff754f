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
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
