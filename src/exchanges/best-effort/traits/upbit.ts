import { requireText } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import { byPages } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** `wallet_state` of a network on which coins can be withdrawn. */
const OPEN: ReadonlySet<string> = new Set(['working', 'withdraw_only']);

export const upbit: ExchangeTraits = {
  openedIn: 2017,
  limit: 100,
  page: byPages('page'),
  order: 'newest-first',
  // Withdrawals are limited by more than the balance (withdraws/chance).
  withdrawable: { account: 'exchange', source: null },
  coins: {
    // A row for each network of each coin; limits would need a request for each row.
    requests: [{ method: 'privateGetStatusWallet' }],
    rows: rowsAt(),
    coin: (row) => requireText(row, 'currency'),
    network: (row) => ({
      id: requireText(row, 'net_type'),
      name: requireText(row, 'network_name'),
      isOpen: OPEN.has(requireText(row, 'wallet_state')),
    }),
  },
  rows: {
    createdAt: ['created_at'],
    status: {
      field: 'state',
      deposits: {
        PROCESSING: 'pending',
        ACCEPTED: 'completed',
        CANCELLED: 'canceled',
        REJECTED: 'failed',
        TRAVEL_RULE_SUSPECTED: 'pending',
        REFUNDING: 'pending',
        REFUNDED: 'failed',
      },
      withdrawals: {
        WAITING: 'pending',
        PROCESSING: 'pending',
        DONE: 'completed',
        FAILED: 'failed',
        CANCELLED: 'canceled',
        REJECTED: 'failed',
      },
    },
  },
};
