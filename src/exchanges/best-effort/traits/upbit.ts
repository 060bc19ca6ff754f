import { requireText } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import { byPages } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** `wallet_state` of a network on which coins can be withdrawn. */
const OPEN: ReadonlySet<string> = new Set(['working', 'withdraw_only']);

export const upbit: ExchangeTraits = {
  // docs.upbit.com, REST API 사용 및 에러 안내: codes of responses with 401.
  errorCodes: {
    no_authorization_ip: 'exchange_permission_denied', // the address is not in the list of the key
    no_authorization_i_p: 'exchange_permission_denied', // an older name of it
    invalid_query_payload: 'exchange_request_refused', // the parameters are not those of the signature
  },
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
