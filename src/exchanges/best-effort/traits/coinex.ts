import { type RawRow, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { feeAt, readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { byPages } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** `status` of a deposit; older rows have other words, some in capital letters. */
const DEPOSIT_STATUSES: StatusTable = {
  processing: 'pending',
  confirming: 'pending',
  finished: 'completed',
  finish: 'completed',
  cancelled: 'canceled',
  cancel: 'canceled',
  // Credited together with a later deposit, when the sum is large enough.
  too_small: 'pending',
  exception: 'failed',
};

const WITHDRAWAL_STATUSES: StatusTable = {
  created: 'pending',
  audit: 'pending',
  audit_required: 'pending',
  audited: 'pending',
  pass: 'pending',
  processing: 'pending',
  confirming: 'pending',
  cancellation_failed: 'pending',
  finished: 'completed',
  finish: 'completed',
  cancelled: 'canceled',
  cancel: 'canceled',
  not_pass: 'failed',
  failed: 'failed',
  fail: 'failed',
};

function withUpperCase(table: StatusTable): StatusTable {
  const capitals = Object.entries(table).map(([word, status]) => [word.toUpperCase(), status]);
  return { ...table, ...(Object.fromEntries(capitals) as StatusTable) };
}

function readNetwork(chain: RawRow, coin: RawRow): RawNetwork {
  const asset = coin['asset'] as RawRow;
  return {
    id: requireText(chain, 'chain'),
    isOpen: requireFlag(asset, 'withdraw_enabled') && requireFlag(chain, 'withdraw_enabled'),
    minWithdrawal: readLimit(chain, 'min_withdraw_amount'),
  };
}

export const coinex: ExchangeTraits = {
  openedIn: 2017,
  limit: 100,
  page: byPages('page'),
  withdrawable: { account: 'spot', source: null, request: { type: 'spot' } },
  coins: {
    rows: rowsAt('data'),
    coin: ({ asset }) => requireText(asset as RawRow, 'ccy'),
    networkRows: (row) => readEntries(row, 'chains'),
    network: readNetwork,
  },
  rows: {
    createdAt: ['created_at'],
    // Only withdrawals have it. The documented row names no currency of the fee (docs.coinex.com/api/v2, Get Withdrawal
    // Record); responses have `fee_asset` or `fee_ccy` (ccxt, issue 25153).
    feeOf: feeAt('tx_fee', 'fee_asset', 'fee_ccy', 'ccy'),
    status: {
      field: 'status',
      deposits: withUpperCase(DEPOSIT_STATUSES),
      withdrawals: withUpperCase(WITHDRAWAL_STATUSES),
    },
  },
};
