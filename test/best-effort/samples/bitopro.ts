import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  TRON,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

const deposit = {
  serial: '20240610X766799',
  timestamp: String(AT_MS),
  address: ETHER,
  amount: '20.50000000',
  fee: '0.00000000',
  total: '20.50000000',
  status: 'COMPLETE',
  txid: DEPOSIT_HASH,
  protocol: 'ERC20',
  id: '2905906537',
};
const currency = {
  currency: 'USDT (ETH-ERC20)',
  withdrawFee: '10',
  minWithdraw: '10',
  maxWithdraw: '300000',
  maxDailyWithdraw: '500000',
  withdraw: true,
  deposit: true,
  depositConfirmation: '64',
};
const none = { data: [] };

export const sample: ExchangeSample = {
  responses: {
    'GET api.bitopro.com/v3/wallet/depositHistory/USDT': { data: [deposit] },
    'GET api.bitopro.com/v3/wallet/depositHistory/BTC': none,
    'GET api.bitopro.com/v3/wallet/depositHistory/BITO': none,
    'GET api.bitopro.com/v3/wallet/depositHistory/TWD': none,
    'GET api.bitopro.com/v3/wallet/depositHistory/ODD': none,
    'GET api.bitopro.com/v3/wallet/withdrawHistory/USDT': {
      data: [
        {
          ...deposit,
          serial: '20240610BW14069838',
          address: TRON,
          amount: '8.00000000',
          fee: '2.50000000',
          total: '10.50000000',
          status: 'CANCELLED',
          txid: WITHDRAWAL_HASH,
          protocol: 'TRX',
        },
      ],
    },
    'GET api.bitopro.com/v3/wallet/withdrawHistory/BTC': none,
    'GET api.bitopro.com/v3/wallet/withdrawHistory/BITO': none,
    'GET api.bitopro.com/v3/wallet/withdrawHistory/TWD': none,
    'GET api.bitopro.com/v3/wallet/withdrawHistory/ODD': none,
    'GET api.bitopro.com/v3/accounts/balance': {
      data: [
        { currency: 'usdt', amount: '12.50', available: '10.250', stake: '0', tradable: true },
        { currency: 'btc', amount: '1', available: '0.50', stake: '0', tradable: true },
        { currency: 'bito', amount: '10001', available: '1.0', stake: '10000', tradable: true },
        { currency: 'twd', amount: '30000', available: '2500', stake: '0', tradable: true },
      ],
    },
    'GET api.bitopro.com/v3/provisioning/currencies': {
      data: [
        { ...currency, currency: 'TWD' },
        currency,
        { ...currency, currency: 'USDT (BSC-BEP20)', minWithdraw: '11' },
        { ...currency, currency: 'USDT (Kaia)', withdraw: false },
        { ...currency, currency: 'USDT (TRX-TRC20)', maxWithdraw: '1e6' },
        { ...currency, currency: 'BTC', minWithdraw: '0.0005' },
        { ...currency, currency: 'BITO' },
        { ...currency, currency: 'ODD', withdraw: null },
      ],
    },
  },
  rows: [
    `deposit completed USDT 20.50000000 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} 0.00000000 USDT`,
    // The sent amount, without the fee.
    `withdrawal canceled USDT 8.00000000 ${AT_MS} ${WITHDRAWAL_HASH} ${TRON} 2.50000000 USDT`,
  ],
  balances: [
    ['USDT', '10.250'],
    ['BTC', '0.50'],
    ['BITO', '1.0'],
    ['TWD', '2500'],
  ],
  networks: {
    USDT: [
      ['ETH-ERC20', 'ETH', 'ETH-ERC20', '10', '300000', patternOf('ETH')],
      ['BSC-BEP20', 'BSC', 'BSC-BEP20', '11', '300000', patternOf('BSC')],
      ['TRX-TRC20', 'TRX', 'TRX-TRC20', '10', '1e6', patternOf('TRX')],
    ],
    BTC: [['MAIN', 'BTC', 'Bitcoin', '0.0005', '300000', patternOf('BTC')]],
    BITO: [['MAIN', 'MAIN', 'MAIN', '10', '300000', null]],
    TWD: [],
  },
  quarantined: ['networks:ODD'],
  withdrawableUnverified: true,
  // Each window of four coins in two lists.
  requestsMax: 100,
};
