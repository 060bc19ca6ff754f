import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  AT_MS,
  DEPOSIT_HASH,
  TRON,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

/** A page of Deepcoin's list, which is not filtered by time here. */
const pages =
  (rows: readonly object[]) =>
  ({ query }: RecordedRequest): object => {
    const size = Number(query.get('size') ?? 20);
    const page = Number(query.get('page') ?? 1);
    const data = rows.slice((page - 1) * size, page * size);
    return { code: '0', msg: '', data: { data, count: rows.length, page, size } };
  };

export const sample: ExchangeSample = {
  responses: {
    'GET api.deepcoin.com/deepcoin/asset/deposit-list': pages([
      {
        createTime: AT_MS / 1000,
        txHash: DEPOSIT_HASH,
        chainName: 'TRC20',
        amount: '149.50',
        coin: 'USDT',
        status: 'succeed',
      },
      {
        createTime: AT_MS / 1000 - 90,
        txHash: WITHDRAWAL_HASH,
        chainName: 'TRC20',
        amount: '3',
        coin: 'USDT',
        status: 'confirming',
      },
    ]),
    'GET api.deepcoin.com/deepcoin/asset/withdraw-list': pages([
      {
        createTime: AT_MS / 1000,
        txHash: '',
        address: TRON,
        amount: '8.25',
        coin: 'USDT',
        chainName: 'TRC20',
        status: 'auditing',
      },
      {
        createTime: AT_MS / 1000 - 60,
        txHash: '',
        address: TRON,
        amount: '9.25',
        coin: 'USDT',
        chainName: 'TRC20',
        status: 'cancelled',
      },
    ]),
    'GET api.deepcoin.com/deepcoin/account/balances': {
      code: '0',
      msg: '',
      data: [{ ccy: 'USDT', bal: '74.00', frozenBal: '4.00', availBal: '70.00' }],
    },
  },
  rows: [
    `deposit completed USDT 149.50 ${AT_MS} ${DEPOSIT_HASH} - - -`,
    `deposit pending USDT 3 ${AT_MS - 90_000} ${WITHDRAWAL_HASH} - - -`,
    `withdrawal pending USDT 8.25 ${AT_MS} - ${TRON} - -`,
    `withdrawal canceled USDT 9.25 ${AT_MS - 60_000} - ${TRON} - -`,
  ],
  balances: [['USDT', '70.00']],
  withdrawableUnverified: true,
};
