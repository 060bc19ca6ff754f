import type { ExchangeTraits } from '../exchange-traits.ts';

export const coincheck: ExchangeTraits = {
  openedIn: 2014,
  lists: {
    withdrawals: {
      // ccxt only reads withdrawals of yen. Sent coins are in another list, without a status.
      parts: [
        {},
        { endpoint: 'privateGetSendMoney', request: { currency: 'BTC' }, rowsAt: ['sends'] },
      ],
    },
  },
  withdrawable: {
    account: 'exchange account',
    source: null,
  },
  rows: {
    createdAt: ['created_at'],
    status: {
      field: 'status',
      // ccxt reverses these statuses: a deposit is first received, and later confirmed.
      deposits: { received: 'pending', confirmed: 'completed' },
      withdrawals: {
        pending: 'pending',
        processing: 'pending',
        finished: 'completed',
        canceled: 'canceled',
      },
    },
  },
  note: 'the newest page; withdrawals of yen and bitcoin',
};
