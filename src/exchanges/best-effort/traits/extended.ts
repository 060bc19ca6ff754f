import type { TransactionType } from '../../../domain/transaction.ts';
import { type RawRow, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { requireAtLeastZero, rowsAt } from '../reader-forms.ts';
import { byCursor } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** `status` of an operation. */
const STATUSES: StatusTable = {
  CREATED: 'pending',
  IN_PROGRESS: 'pending',
  COMPLETED: 'completed',
  REJECTED: 'failed',
};

/** Returns the type of an operation: the sign of its amount is the direction. */
function readType(row: RawRow): TransactionType | null {
  const isOutgoing = String(row['amount']).startsWith('-');
  switch (row['type']) {
    case 'TRANSFER':
      return isOutgoing ? 'transfer_out' : 'transfer_in';
    case 'CLAIM':
      return isOutgoing ? 'debit' : 'credit';
    default:
      return null;
  }
}

export const extended: ExchangeTraits = {
  openedIn: 2023,
  limit: 50,
  page: byCursor('cursor', 'pagination', 'cursor'),
  withdrawable: {
    account: 'account',
    source: 'https://api.docs.extended.exchange/#get-spot-balances',
    reader: {
      rows: rowsAt('data'),
      coin: (row) => requireText(row, 'asset'),
      // Only the name of the field documents its meaning.
      amount: (row) => requireAtLeastZero(row, 'availableToWithdraw'),
    },
  },
  rows: {
    createdAt: ['time'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
    type: readType,
  },
  numbersAssets: 'history',
};
