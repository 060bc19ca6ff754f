import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  WITHDRAWAL_HASH,
  patternOf,
  type ExchangeSample,
} from '../exchange-sample.ts';

const CREATED = '2024-06-10T06:15:23.000Z';
const UPDATED = '2024-06-10T09:00:00.000Z';

export const sample: ExchangeSample = {
  responses: {
    'GET api.hollaex.com/v2/constants': {
      coins: {
        usdt: {
          id: 6,
          fullname: 'USD Tether',
          symbol: 'usdt',
          active: true,
          allow_withdrawal: true,
          min: 1,
          max: 10_000_000,
          type: 'blockchain',
          network: 'eth,trx,bnb,matic',
          withdrawal_fees: {
            eth: { value: 1.5, active: true, symbol: 'usdt' },
            trx: { value: 4, active: true, symbol: 'usdt' },
            bnb: { value: 0.8, active: true, symbol: 'usdt' },
            matic: { value: 0.3, active: false, symbol: 'usdt' },
          },
        },
        btc: {
          id: 1,
          fullname: 'Bitcoin',
          symbol: 'btc',
          active: true,
          allow_withdrawal: true,
          network: 'btc',
          withdrawal_fees: null,
        },
        eur: { id: 9, fullname: 'Euro', symbol: 'eur', active: true, type: 'fiat' },
      },
      pairs: {},
    },
    'GET api.hollaex.com/v2/user/deposits': {
      count: 1,
      data: [
        {
          id: 539,
          amount: 20,
          fee: 0,
          address: ETHER,
          status: true,
          currency: 'usdt',
          type: 'deposit',
          transaction_id: DEPOSIT_HASH,
          created_at: CREATED,
          updated_at: UPDATED,
        },
      ],
    },
    'GET api.hollaex.com/v2/user/withdrawals': {
      count: 2,
      data: [
        {
          id: 541,
          amount: 7.25,
          fee: 4,
          fee_coin: 'usdt',
          address: ETHER,
          status: false,
          dismissed: false,
          rejected: true,
          currency: 'usdt',
          type: 'withdrawal',
          transaction_id: '',
          created_at: CREATED,
          updated_at: UPDATED,
        },
        {
          id: 540,
          amount: 0.5,
          fee: 0.0001,
          address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
          status: true,
          currency: 'btc',
          type: 'withdrawal',
          transaction_id: WITHDRAWAL_HASH,
          created_at: CREATED,
        },
      ],
    },
    'GET api.hollaex.com/v2/user/balance': {
      updated_at: CREATED,
      btc_balance: 1.5,
      btc_available: 0.125,
      eur_balance: 12.5,
      eur_available: 12.5,
      usdt_balance: 20.5,
      usdt_available: 13.25,
    },
  },
  rows: [
    `deposit completed USDT 20 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} 0 USDT`,
    `withdrawal failed USDT 7.25 ${AT_MS} - ${ETHER} 4 USDT`,
    `withdrawal completed BTC 0.5 ${AT_MS} ${WITHDRAWAL_HASH} bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq 0.0001 BTC`,
  ],
  balances: [
    ['USDT', '13.25'],
    ['BTC', '0.125'],
    ['EUR', '12.5'],
  ],
  networks: {
    USDT: [
      ['eth', 'ETH', 'Ethereum', null, null, patternOf('ETH')],
      ['trx', 'TRX', 'Tron', null, null, patternOf('TRX')],
      ['bnb', 'BSC', 'BNB Smart Chain', null, null, patternOf('BSC')],
    ],
    BTC: [['btc', 'BTC', 'Bitcoin', null, null, patternOf('BTC')]],
    EUR: [],
  },
  withdrawableUnverified: true,
};
