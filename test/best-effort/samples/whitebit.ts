import { AT_MS, DEPOSIT_HASH, TRON, patternOf, type ExchangeSample } from '../exchange-sample.ts';

const record = (further: object): object => ({
  address: TRON,
  uniqueId: null,
  transactionId: 'a6d71d69-2b17',
  createdAt: AT_MS / 1000,
  currency: 'Tether',
  ticker: 'USDT',
  method: 1,
  amount: '600.10',
  description: null,
  memo: null,
  fee: '0',
  status: 3,
  network: 'TRC20',
  transactionHash: DEPOSIT_HASH,
  details: { partial: null },
  ...further,
});

export const sample: ExchangeSample = {
  responses: {
    'POST whitebit.com/api/v4/main-account/history': {
      limit: 100,
      offset: 0,
      total: 6,
      records: [
        record({}),
        record({
          uniqueId: 'mine-1',
          transactionId: 'a6d71d69-2b18',
          createdAt: AT_MS / 1000 + 1,
          method: 2,
          amount: '20.500',
          fee: '1.50',
          status: 4,
          transactionHash: null,
        }),
        record({
          transactionId: 'a6d71d69-2b19',
          createdAt: AT_MS / 1000 + 2,
          amount: '7',
          status: 22,
          transactionHash: null,
        }),
        record({
          transactionId: 'a6d71d69-2b20',
          createdAt: AT_MS / 1000 + 3,
          method: 2,
          amount: '8',
          fee: '1',
          status: 99,
          transactionHash: null,
        }),
        record({
          transactionId: 'a6d71d69-2b21',
          createdAt: AT_MS / 1000 + 4,
          method: 2,
          amount: '500.00',
          fee: '5',
          status: 18,
          details: {
            partial: {
              requestAmount: '500.00',
              processedAmount: '390.50',
              processedFee: '2.73',
              normalizeTransaction: '',
            },
          },
        }),
        record({
          transactionId: 'a6d71d69-2b22',
          createdAt: AT_MS / 1000 + 5,
          amount: '9',
          status: 27,
          details: {
            partial: { requestAmount: '500', processedAmount: '390', processedFee: '2' },
          },
        }),
      ],
    },
    'POST whitebit.com/api/v4/main-account/balance': {
      USDT: { main_balance: '0.5000' },
      EUR: { main_balance: '12.34' },
      BTC: { main_balance: 'many' },
    },
    'GET whitebit.com/api/v4/public/assets': {
      USDT: {
        name: 'Tether US',
        can_withdraw: true,
        min_withdraw: '10',
        max_withdraw: '0',
        networks: {
          deposits: ['TRC20', 'ERC20', 'CCHAIN', 'EOS'],
          withdraws: ['TRC20', 'ERC20', 'CCHAIN'],
          default: 'ERC20',
        },
        limits: {
          withdraw: {
            TRC20: { min: '10.50', max: '0' },
            ERC20: { min: '25', max: '100000' },
            EOS: { min: '15' },
          },
        },
      },
      EUR: {
        name: 'Euro',
        can_withdraw: true,
        min_withdraw: '10',
        max_withdraw: '14500',
        networks: { deposits: ['EUR'], withdraws: ['EUR'], default: 'EUR' },
        providers: { deposits: ['SEPA'], withdraws: ['SEPA'] },
        limits: { withdraw: { SEPA: { min: '10', max: '14500' } } },
      },
    },
  },
  rows: [
    `deposit completed USDT 600.10 ${AT_MS} ${DEPOSIT_HASH} ${TRON} 0 USDT`,
    `withdrawal canceled USDT 20.500 ${AT_MS + 1000} - ${TRON} 1.50 USDT`,
    `deposit failed USDT 7 ${AT_MS + 2000} - ${TRON} 0 USDT`,
    `withdrawal unknown USDT 8 ${AT_MS + 3000} - ${TRON} 1 USDT`,
    `withdrawal completed USDT 390.50 ${AT_MS + 4000} ${DEPOSIT_HASH} ${TRON} 2.73 USDT`,
    `deposit pending USDT 9 ${AT_MS + 5000} ${DEPOSIT_HASH} ${TRON} 0 USDT`,
  ],
  balances: [
    ['USDT', '0.5000'],
    ['EUR', '12.34'],
  ],
  networks: {
    USDT: [
      ['TRC20', 'TRX', 'Tron', '10.50', null, patternOf('TRX')],
      ['ERC20', 'ETH', 'Ethereum', '25', '100000', patternOf('ETH')],
      ['CCHAIN', 'AVAXC', 'Avalanche C-Chain', null, null, patternOf('AVAXC')],
    ],
    EUR: [],
  },
  quarantined: ['balances:BTC'],
  withdrawableUnverified: true,
};
