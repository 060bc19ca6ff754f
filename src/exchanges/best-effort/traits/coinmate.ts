import type { StatusTable } from '../../mapping/status-table.ts';
import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** `transferStatus`. */
const STATUSES: StatusTable = {
  NEW: 'pending',
  CREATED: 'pending',
  WAITING: 'pending',
  SENT: 'pending',
  OK: 'completed',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
};

export const coinmate: ExchangeTraits = {
  openedIn: 2014,
  start: startsAt('timestampFrom'),
  end: endsAt('timestampTo'),
  windowDays: 365,
  limit: 1000,
  withdrawable: {
    account: 'exchange account',
    source: null,
  },
  rows: {
    createdAt: ['timestamp'],
    status: { field: 'transferStatus', deposits: STATUSES, withdrawals: STATUSES },
  },
};
