import type { TransactionType } from '../../../domain/transaction.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** `status` of a transaction; a claimable one waits for its claim on the chain. */
const STATUSES: StatusTable = {
  pending: 'pending',
  claimable: 'pending',
  completed: 'completed',
  failed: 'failed',
};

const TRANSFERS: Readonly<Record<string, TransactionType>> = {
  'transfer-in': 'transfer_in',
  'transfer-out': 'transfer_out',
};

export const hibachi: ExchangeTraits = {
  openedIn: 2024,
  withdrawable: {
    account: 'account',
    // ccxt reads `maximalWithdraw`: the exchange rejects a larger withdrawal.
    source: 'https://github.com/hibachi-xyz/hibachi_sdk/blob/HEAD/python/README.md',
  },
  rows: {
    createdAt: ['timestampSec'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
    type: (row) => TRANSFERS[String(row['transactionType'])] ?? null,
  },
};
