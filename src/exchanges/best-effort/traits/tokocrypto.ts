import { endsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const tokocrypto: ExchangeTraits = {
  openedIn: 2020,
  windowDays: 90,
  end: endsAt('endTime'),
  limit: 1000,
  withdrawable: { account: 'spot', source: null },
  rows: {
    createdAt: ['createTime', 'insertTime'],
    fee: ['fee'],
    status: {
      field: 'status',
      deposits: {
        '0': 'pending',
        '1': 'completed',
        '6': 'completed', // credited, and not yet withdrawable
      },
      withdrawals: {
        '0': 'pending', // an e-mail was sent
        '1': 'canceled',
        '2': 'pending',
        '3': 'failed', // rejected
        '4': 'pending',
        '5': 'failed',
        '6': 'completed',
        '10': 'completed',
      },
    },
  },
};
