import type { TransactionType } from '../../../domain/transaction.ts';
import { requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { rowsAt } from '../reader-forms.ts';
import type { VenueTraits } from '../venue-traits.ts';

/** `status`; what is advanced is credited before the bank has settled it. */
const STATUSES: StatusTable = { Advanced: 'completed', Complete: 'completed', Pending: 'pending' };

/** `type`, other than deposits and withdrawals. */
const TYPES: Readonly<Record<string, TransactionType>> = {
  Reward: 'reward',
  AdminCredit: 'credit',
  AdminDebit: 'debit',
};

export const gemini: VenueTraits = {
  openedIn: 2015,
  limit: 50,
  // `timestamp` selects the rows from it on, and the most recent ones only if it is missing; a
  // response lists them newest first.
  order: 'oldest-first',
  withdrawable: {
    account: 'exchange account',
    source: 'https://docs.gemini.com/rest/fund-management',
    reader: {
      rows: rowsAt(),
      coin: (row) => requireText(row, 'currency'),
      amount: (row) => requireText(row, 'availableForWithdrawal'),
    },
  },
  rows: {
    createdAt: ['timestampms'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
    type: (row) => TYPES[String(row['type'])] ?? null,
  },
  key: 'an account key with the role of an auditor',
};
