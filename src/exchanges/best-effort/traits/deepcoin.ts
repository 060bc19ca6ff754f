import { byPages } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const deepcoin: ExchangeTraits = {
  openedIn: 2020,
  // Six months have at least 181 days.
  listedDays: 180,
  // Sources disagree if bounds are in seconds or in milliseconds, and with the wrong unit no rows are
  // returned. So the pages of the whole list are read instead of windows.
  start: null,
  end: null,
  limit: 100,
  limitName: 'size',
  page: byPages('page'),
  // Withdrawals are made from the funding account unless the spot account is selected. ccxt does not have the
  // endpoint for the balance of the funding account.
  withdrawable: { account: 'spot', source: null, request: { type: 'spot' } },
  rows: {
    createdAt: ['createTime', 'cTime'],
    status: {
      field: 'status',
      deposits: { confirming: 'pending', succeed: 'completed', failed: 'failed' },
      withdrawals: {
        pending: 'pending',
        auditing: 'pending',
        confirming: 'pending',
        cancelling: 'pending',
        succeed: 'completed',
        failed: 'failed',
        rejected: 'failed',
        cancelled: 'canceled',
      },
    },
  },
  note: 'the last six months',
};
