import { AT_MS, DEPOSIT_HASH, patternOf, type ExchangeSample } from '../exchange-sample.ts';

const AT = '2024-06-10T15:15:23+09:00';
const wallet = (currency: string, net_type: string, network_name: string, state = 'working') => ({
  currency,
  wallet_state: state,
  block_state: 'normal',
  net_type,
  network_name,
});

export const sample: ExchangeSample = {
  responses: {
    'GET api.upbit.com/v1/deposits': [
      {
        type: 'deposit',
        uuid: '94332e99-3a87-4a35-ad98-28b0c969f830',
        currency: 'KRW',
        txid: 'BKD-2017',
        state: 'ACCEPTED',
        created_at: AT,
        done_at: null,
        amount: '100000.0',
        fee: '0.0',
      },
      {
        type: 'deposit',
        uuid: '94332e99-3a87-4a35-ad98-28b0c969f831',
        currency: 'BTC',
        net_type: 'BTC',
        txid: DEPOSIT_HASH,
        state: 'REFUNDED',
        created_at: AT,
        done_at: '2024-06-11T15:15:23+09:00',
        amount: '0.50',
        fee: '0.0',
      },
    ],
    'GET api.upbit.com/v1/withdraws': [
      {
        type: 'withdraw',
        uuid: '9f432943-54e0-40b7-825f-b6fec8b42b79',
        currency: 'BTC',
        txid: null,
        state: 'PROCESSING',
        created_at: AT,
        done_at: null,
        amount: '0.010',
        fee: '0.0005',
      },
      {
        type: 'withdraw',
        uuid: '9f432943-54e0-40b7-825f-b6fec8b42b80',
        currency: 'BTC',
        txid: null,
        state: 'FAILED',
        created_at: AT,
        done_at: '2024-06-11T15:15:23+09:00',
        amount: '0.020',
        fee: '0.0005',
      },
    ],
    'GET api.upbit.com/v1/accounts': [
      { currency: 'BTC', balance: '0.2500', locked: '0.0' },
      { currency: 'USDT', balance: '7.50' },
      { currency: 'KRW', balance: '1000.0', locked: '0.0' },
    ],
    'GET api.upbit.com/v1/status/wallet': [
      wallet('BTC', 'BTC', 'Bitcoin'),
      wallet('USDT', 'TRX', 'Tron'),
      wallet('USDT', 'ETH', 'Ethereum', 'withdraw_only'),
      wallet('USDT', 'APT', 'Aptos', 'deposit_only'),
      { currency: 'ODD', wallet_state: 'working' },
    ],
  },
  rows: [
    `deposit completed KRW 100000.0 ${AT_MS} BKD-2017 - 0.0 KRW`,
    `deposit failed BTC 0.50 ${AT_MS} ${DEPOSIT_HASH} - 0.0 BTC`,
    `withdrawal pending BTC 0.010 ${AT_MS} - - 0.0005 BTC`,
    `withdrawal failed BTC 0.020 ${AT_MS} - - 0.0005 BTC`,
  ],
  balances: [
    ['BTC', '0.2500'],
    ['USDT', '7.50'],
    ['KRW', '1000.0'],
  ],
  networks: {
    BTC: [['BTC', 'BTC', 'Bitcoin', null, null, patternOf('BTC')]],
    USDT: [
      ['TRX', 'TRX', 'Tron', null, null, patternOf('TRX')],
      ['ETH', 'ETH', 'Ethereum', null, null, patternOf('ETH')],
    ],
    KRW: [],
  },
  quarantined: ['networks:ODD'],
  withdrawableUnverified: true,
};
