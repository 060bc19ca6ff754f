import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  TRON,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const chain = { addr: '', withdraw_disabled: false, withdraw_delayed: false };
const coin = { delisted: false, withdraw_disabled: false, deposit_disabled: false };

/** A Gate code, a voucher for another customer, is in both lists. */
const gateCode = {
  id: 'b5041',
  timestamp: String(AT_MS / 1000 + 3),
  currency: 'USDT',
  address: '',
  txid: '',
  amount: '-5.50',
  memo: '',
  status: 'DONE',
  chain: '',
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.gateeu.com/api/v4/wallet/deposits': [
      {
        id: 'd210496',
        timestamp: String(AT_MS / 1000),
        currency: 'USDT_TRX',
        address: TRON,
        txid: DEPOSIT_HASH,
        amount: '222.610',
        memo: '',
        status: 'DEP_CREDITED',
        chain: 'TRX',
      },
      gateCode,
    ],
    'GET api.gateeu.com/api/v4/wallet/withdrawals': [
      {
        id: 'w13389675',
        timestamp: String(AT_MS / 1000 + 1),
        currency: 'ETH',
        address: ETHER,
        txid: WITHDRAWAL_HASH,
        amount: '1.500',
        fee: '0.010',
        memo: '',
        status: 'EXTPEND',
        chain: 'ETH',
      },
      gateCode,
    ],
    'GET api.gateeu.com/api/v4/spot/account_book': [
      { id: '123', time: AT_MS + 2000, currency: 'USDT', change: '0.25', type: 'airdrop' },
    ],
    'GET api.gateeu.com/api/v4/spot/time': () => ({ server_time: Date.now() }),
    'GET api.gateeu.com/api/v4/spot/accounts': [
      { currency: 'USDT', available: '100.50', locked: '1' },
      { currency: 'EUR', available: '7.00', locked: '0' },
    ],
    'GET api.gateeu.com/api/v4/spot/currencies': [
      {
        ...coin,
        currency: 'USDT',
        name: 'Tether',
        chains: [
          { ...chain, name: 'ETH' },
          { ...chain, name: 'TRX', withdraw_disabled: true },
          { ...chain, name: 'ARBEVM' },
        ],
      },
      { ...coin, currency: 'EUR', name: 'Euro', chains: null },
    ],
    'GET api.gateeu.com/api/v4/wallet/withdraw_status': [
      { currency: 'USDT', withdraw_amount_mini: '2.50', withdraw_eachtime_limit: '50000' },
    ],
  },
  rows: [
    `deposit completed USDT 222.610 ${AT_MS} ${DEPOSIT_HASH} ${TRON} - -`,
    `withdrawal completed USDT 5.50 ${AT_MS + 3000} - - - -`,
    `withdrawal pending ETH 1.490 ${AT_MS + 1000} ${WITHDRAWAL_HASH} ${ETHER} 0.010 ETH`,
    `reward completed USDT 0.25 ${AT_MS + 2000} - - - -`,
  ],
  balances: [
    ['USDT', '100.50'],
    ['EUR', '7.00'],
  ],
  networks: {
    USDT: [
      ['ETH', 'ETH', 'ETH', '2.50', '50000', patternOf('ETH')],
      ['ARBEVM', 'ARBITRUM', 'ARBEVM', '2.50', '50000', patternOf('ARBITRUM')],
    ],
    EUR: [],
  },
  requestsMax: 80,
  withdrawableUnverified: true,
};
