import { AT_MS, type ExchangeSample } from '../exchange-sample.ts';

const ADDRESS = '13PhzoK8me3u5nHzzFD85qT9RqEWR9M4Ty';

export const sample: ExchangeSample = {
  responses: {
    'GET coincheck.com/api/deposit_money': {
      success: true,
      deposits: [
        {
          id: 2,
          amount: '0.0500',
          currency: 'BTC',
          address: ADDRESS,
          status: 'received',
          confirmed_at: null,
          created_at: '2024-06-10T06:15:24.000Z',
        },
        {
          id: 1,
          amount: '0.0100',
          currency: 'BTC',
          address: ADDRESS,
          status: 'confirmed',
          confirmed_at: '2024-06-10T06:29:18.000Z',
          created_at: '2024-06-10T06:15:23.000Z',
        },
      ],
    },
    'GET coincheck.com/api/withdraws': {
      success: true,
      pagination: { limit: 25, order: 'desc', starting_after: null, ending_before: null },
      data: [
        {
          id: 398,
          status: 'finished',
          amount: '242742.0',
          currency: 'JPY',
          created_at: '2024-06-10T06:15:25.000Z',
          bank_account_id: 243,
          fee: '400.0',
          is_fast: true,
        },
      ],
    },
    'GET coincheck.com/api/send_money': {
      success: true,
      sends: [
        {
          id: 2,
          amount: '-0.050',
          fee: '0.0005',
          currency: 'BTC',
          address: ADDRESS,
          created_at: '2024-06-10T06:15:26.000Z',
        },
      ],
    },
    'GET coincheck.com/api/accounts/balance': {
      success: true,
      jpy: '840.10',
      btc: '7.75052650',
      jpy_reserved: '3000.0',
      btc_reserved: '3.5',
    },
  },
  rows: [
    `deposit pending BTC 0.0500 ${AT_MS + 1000} - ${ADDRESS} - -`,
    `deposit completed BTC 0.0100 ${AT_MS} - ${ADDRESS} - -`,
    `withdrawal completed JPY 242742.0 ${AT_MS + 2000} - - 400.0 JPY`,
    `withdrawal unknown BTC 0.050 ${AT_MS + 3000} - ${ADDRESS} 0.0005 BTC`,
  ],
  balances: [
    ['BTC', '7.75052650'],
    ['JPY', '840.10'],
  ],
  networks: { JPY: [] },
  withdrawableUnverified: true,
};
