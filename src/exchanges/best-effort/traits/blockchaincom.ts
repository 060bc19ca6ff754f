import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** Source: github.com/blockchain/lib-exchange-client, specification.yaml. */
export const blockchaincom: ExchangeTraits = {
  openedIn: 2019,
  start: startsAt('from'),
  end: endsAt('to'),
  withdrawable: { account: 'primary', source: null },
  rows: {
    createdAt: ['timestamp'],
    status: {
      field: 'state',
      deposits: { UNCONFIRMED: 'pending', COMPLETED: 'completed', REJECTED: 'failed' },
      withdrawals: {
        PENDING: 'pending',
        COMPLETED: 'completed',
        FAILED: 'failed',
        REJECTED: 'failed',
        REFUNDED: 'failed',
      },
    },
  },
};
