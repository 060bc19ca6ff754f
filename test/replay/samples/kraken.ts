/** Responses in Kraken's format (docs.kraken.com, Funding and Account Data). */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

export const DEPOSIT = {
  method: 'Tether USD (TRC20)',
  aclass: 'currency',
  asset: 'USDT',
  refid: 'FTQcuak-V6Za8qrWnhzTx67yYHz8Tg',
  txid: '9f1c3a5e7b2d4f60819a3c5d7e9f1b2a4c6e8f0a1b3d5f7092a4b6c8d0e2f416',
  info: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  amount: '25.00000000',
  fee: '0.00000000',
  time: 1718000001,
  status: 'Success',
};

export const WITHDRAWAL = {
  method: 'Tether USD (TRC20)',
  aclass: 'currency',
  asset: 'USDT',
  refid: 'FTSAUYI-cFfJwXzXBBvNGYFqTQ2Kdm',
  txid: '0b2d4f60819a3c5d7e9f1b2a4c6e8f0a1b3d5f7092a4b6c8d0e2f4169f1c3a5e',
  info: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9',
  amount: '11.75000000',
  fee: '3.25000000',
  time: 1718086402,
  status: 'Success',
  key: 'another exchange',
  network: 'Tron',
};

const ASSETS = {
  USDT: { aclass: 'currency', altname: 'USDT', decimals: 8, display_decimals: 4 },
  ZUSD: { aclass: 'currency', altname: 'USD', decimals: 4, display_decimals: 2 },
};

export const RESPONSES: RecordedResponses = {
  'GET api.kraken.com/0/public/Time': () => ({
    error: [],
    result: { unixtime: Math.floor(Date.now() / 1000) },
  }),
  'GET api.kraken.com/0/public/Assets': { error: [], result: ASSETS },
  'POST api.kraken.com/0/private/DepositStatus': { error: [], result: [DEPOSIT] },
  'POST api.kraken.com/0/private/WithdrawStatus': { error: [], result: [WITHDRAWAL] },
  'POST api.kraken.com/0/private/Ledgers': { error: [], result: { ledger: {}, count: 0 } },
  'POST api.kraken.com/0/private/BalanceEx': {
    error: [],
    result: {
      USDT: { balance: '41.25000000', hold_trade: '0.25000000' },
      ZUSD: { balance: '10.0000', hold_trade: '0.0000' },
    },
  },
  'POST api.kraken.com/0/private/WithdrawMethods': { error: ['EGeneral:Permission denied'] },
};
