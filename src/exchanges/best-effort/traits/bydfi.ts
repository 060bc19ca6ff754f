import type { ExchangeTraits } from '../exchange-traits.ts';

export const bydfi: ExchangeTraits = {
  openedIn: 2023,
  windowDays: 7,
  withdrawable: { account: 'spot', source: null, request: { type: 'spot' } },
  rows: {
    createdAt: ['createTime'],
    status: {
      field: 'status',
      deposits: { SUCCESS: 'completed', WAIT: 'pending', FAILED: 'failed' },
      withdrawals: { SUCCESS: 'completed', WAIT: 'pending', FAILED: 'failed' },
    },
  },
  note: 'since 2023, by asset',
};
