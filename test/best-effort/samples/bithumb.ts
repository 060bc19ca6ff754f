import {
  AT_MS,
  DEPOSIT_HASH,
  patternOf,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

const deposit = {
  type: 'deposit',
  uuid: '200377211',
  currency: 'BTC',
  net_type: 'BTC',
  state: 'DEPOSIT_ACCEPTED',
  created_at: '2024-06-10T15:15:23+09:00',
  done_at: '2024-06-10T16:15:23+09:00',
  amount: '0.00010000',
  fee: '0',
  transaction_type: null,
  txid: DEPOSIT_HASH,
};
const wallet = {
  currency: 'USDT',
  wallet_state: 'working',
  block_state: 'normal',
  net_type: 'ETH',
  network_name: 'Ethereum',
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.bithumb.com/v1/deposits': [
      deposit,
      { ...deposit, uuid: '200377212', state: 'REFUNDED_ACCEPTED' },
    ],
    // Movements of won are in separate lists.
    'GET api.bithumb.com/v1/deposits/krw': [
      { ...deposit, uuid: 'k1', currency: 'KRW', net_type: null, state: 'CANCELED', txid: 'BKD-1' },
    ],
    'GET api.bithumb.com/v1/withdraws': [
      {
        ...deposit,
        type: 'withdraw',
        uuid: '200377213',
        state: 'processing',
        amount: '0.5000',
        fee: '0.0008',
        txid: null,
      },
    ],
    'GET api.bithumb.com/v1/withdraws/krw': [
      {
        ...deposit,
        type: 'withdraw',
        uuid: 'k2',
        currency: 'KRW',
        net_type: null,
        state: 'DONE',
        amount: '5000',
        fee: '1000',
        txid: WITHDRAWAL_HASH,
      },
    ],
    'GET api.bithumb.com/v1/accounts': [
      { currency: 'KRW', balance: '51026', locked: '0', unit_currency: 'KRW' },
      { currency: 'USDT', balance: '7.50', locked: '2', unit_currency: 'KRW' },
    ],
    'GET api.bithumb.com/v1/status/wallet': [
      wallet,
      { ...wallet, net_type: 'TRX', network_name: 'Tron', wallet_state: 'withdraw_only' },
      { ...wallet, net_type: 'KAIA', network_name: 'Kaia', wallet_state: 'deposit_only' },
      { ...wallet, currency: 'BTC', net_type: null },
    ],
  },
  rows: [
    `deposit completed BTC 0.00010000 ${AT_MS} ${DEPOSIT_HASH} - 0 BTC`,
    `deposit failed BTC 0.00010000 ${AT_MS} ${DEPOSIT_HASH} - 0 BTC`,
    `deposit canceled KRW 0.00010000 ${AT_MS} BKD-1 - 0 KRW`,
    `withdrawal pending BTC 0.5000 ${AT_MS} - - 0.0008 BTC`,
    `withdrawal completed KRW 5000 ${AT_MS} ${WITHDRAWAL_HASH} - 1000 KRW`,
  ],
  balances: [
    ['KRW', '51026'],
    ['USDT', '7.50'],
  ],
  networks: {
    KRW: [],
    USDT: [
      ['ETH', 'ETH', 'Ethereum', null, null, patternOf('ETH')],
      ['TRX', 'TRX', 'Tron', null, null, patternOf('TRX')],
    ],
  },
  quarantined: ['networks:BTC'],
  withdrawableUnverified: true,
};
