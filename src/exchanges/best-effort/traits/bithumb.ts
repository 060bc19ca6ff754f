import { readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { rowsAt } from '../reader-forms.ts';
import { byPages } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** `state` of a deposit and of its return (apidocs.bithumb.com, 코인 입금 리스트 조회). */
const DEPOSIT_STATUSES: StatusTable = {
  REQUESTED_PENDING: 'pending',
  REQUESTED_SYSTEM_REJECTED: 'pending', // its return can be requested
  REQUESTED_PROCESSING: 'pending',
  REQUESTED_ADMIN_REJECTED: 'failed',
  DEPOSIT_PROCESSING: 'pending',
  DEPOSIT_ACCEPTED: 'completed',
  DEPOSIT_CANCELLED: 'canceled',
  REFUNDING_PENDING: 'pending',
  REFUNDING_SYSTEM_REJECTED: 'pending',
  REFUNDING_PROCESSING: 'pending',
  REFUNDING_ADMIN_REJECTED: 'pending',
  REFUNDING_ACCEPTED: 'pending',
  REFUNDED_PROCESSING: 'pending',
  REFUNDED_ACCEPTED: 'failed',
  REFUNDED_CANCELLED: 'pending',
  // States of deposits of won.
  PROCESSING: 'pending',
  ACCEPTED: 'completed',
  CANCELED: 'canceled',
  CANCELLED: 'canceled',
};
const WITHDRAWAL_STATUSES: StatusTable = {
  processing: 'pending',
  done: 'completed',
  canceled: 'canceled',
  cancelled: 'canceled',
  WAITING: 'pending',
  PROCESSING: 'pending',
  DONE: 'completed',
  FAILED: 'failed',
  CANCELED: 'canceled',
  CANCELLED: 'canceled',
  REJECTED: 'failed',
};

/** `wallet_state` of a wallet that is open for withdrawal. */
const PAYING: ReadonlySet<unknown> = new Set(['working', 'withdraw_only']);

export const bithumb: ExchangeTraits = {
  // apidocs.bithumb.com, API 주요 에러 코드. The message of ccxt does not contain the code.
  errorCodes: {
    'not allowed client IP': 'exchange_permission_denied', // NotAllowIP
    '권한이 부족합니다': 'exchange_permission_denied', // out_of_scope: a right is missing
    'Jwt가 만료되었습니다': 'exchange_clock', // expired_jwt: the token has expired
    'Jwt의 query를': 'exchange_request_refused', // invalid_query_payload, with 401
  },
  openedIn: 2014,
  limit: 100,
  page: byPages('page'),
  order: 'newest-first',
  // Won has separate lists.
  parts: [{}, { asset: 'KRW' }],
  withdrawable: { account: 'spot', source: null },
  coins: {
    // A row for each wallet: a coin on a network.
    requests: [{ method: 'privateGetV1StatusWallet' }],
    rows: rowsAt(),
    coin: (row) => requireText(row, 'currency'),
    network: (row) => ({
      id: requireText(row, 'net_type'),
      name: readText(row, 'network_name'),
      isOpen: PAYING.has(row['wallet_state']),
    }),
    isFiat: (row) => row['currency'] === 'KRW',
  },
  rows: {
    createdAt: ['created_at'],
    fee: ['fee'],
    status: { field: 'state', deposits: DEPOSIT_STATUSES, withdrawals: WITHDRAWAL_STATUSES },
  },
};
