import { DAY_MS } from '../../../src/domain/duration.ts';
import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  DEPOSIT_HASH,
  patternOf,
  TRON,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

const LATE_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS;
const EARLY_MS = LATE_MS - 200 * DAY_MS;

/** Rows as the exchange selects them: newer than `before` and older than `after`. */
const select =
  <Row extends { readonly ts: string }>(rows: readonly Row[]) =>
  ({ query }: RecordedRequest): object => ({
    code: '0',
    msg: 'success',
    data: rows.filter(
      ({ ts }) =>
        Number(ts) > Number(query.get('before') ?? 0) &&
        Number(ts) < Number(query.get('after') ?? Number.MAX_SAFE_INTEGER),
    ),
  });
const deposit = {
  currency: 'USDT',
  chain: 'Tron (TRC20)',
  address: TRON,
  txId: DEPOSIT_HASH,
  type: '0',
  amount: '86.975843',
  state: '3',
  ts: String(LATE_MS),
  tag: null,
  confirm: '16',
  depositId: '36c8e2a7ea184a219de72215a696acaf',
};
const withdrawal = {
  currency: 'USDT',
  chain: 'Tron (TRC20)',
  address: TRON,
  txId: WITHDRAWAL_HASH,
  type: '0',
  amount: '9.0',
  fee: '1.50',
  feeCurrency: 'USDT',
  state: '4',
  clientId: null,
  ts: String(LATE_MS),
  tag: null,
  memo: null,
  withdrawId: 'e0768698cfdf4aee8e54654c3775914b',
};
const currency = {
  currency: 'USDT',
  chain: 'Tron (TRC20)',
  depositMinAmount: '1',
  withdrawMinAmount: '10.0',
  withdrawFee: '1',
  withdrawPrecision: 8,
  supportMemo: 0,
  isDepositAvailable: 1,
  isWithdrawAvailable: 1,
};

export const sample: ExchangeSample = {
  responses: {
    'GET openapi.blofin.com/api/v1/asset/deposit-history': select([
      deposit,
      { ...deposit, depositId: 'd2', ts: String(EARLY_MS), state: '1' },
    ]),
    'GET openapi.blofin.com/api/v1/asset/withdrawal-history': select([
      withdrawal,
      { ...withdrawal, withdrawId: 'w2', ts: String(EARLY_MS), state: '3' },
    ]),
    'GET openapi.blofin.com/api/v1/asset/balances': ({ query }: RecordedRequest) => ({
      code: '0',
      msg: 'success',
      data:
        query.get('accountType') === 'funding'
          ? [
              {
                currency: 'USDT',
                balance: '12.50',
                available: '9.250',
                frozen: '3.25',
                bonus: '0',
              },
              { currency: 'BTC', balance: '1' },
            ]
          : [],
    }),
    'GET openapi.blofin.com/api/v1/asset/currencies': {
      code: '0',
      msg: 'success',
      data: [
        currency,
        { ...currency, chain: 'Ethereum (ERC20)', withdrawMinAmount: '25' },
        { ...currency, chain: 'Aptos', isWithdrawAvailable: 0 },
        { ...currency, currency: 'ODD', chain: null },
      ],
    },
  },
  rows: [
    `deposit pending USDT 86.975843 ${LATE_MS} ${DEPOSIT_HASH} ${TRON} - -`,
    `deposit completed USDT 86.975843 ${EARLY_MS} ${DEPOSIT_HASH} ${TRON} - -`,
    `withdrawal canceled USDT 9.0 ${LATE_MS} ${WITHDRAWAL_HASH} ${TRON} 1.50 USDT`,
    `withdrawal completed USDT 9.0 ${EARLY_MS} ${WITHDRAWAL_HASH} ${TRON} 1.50 USDT`,
  ],
  balances: [['USDT', '9.250']],
  networks: {
    USDT: [
      ['Tron (TRC20)', 'TRX', 'Tron (TRC20)', '10.0', null, patternOf('TRX')],
      ['Ethereum (ERC20)', 'ETH', 'Ethereum (ERC20)', '25', null, patternOf('ETH')],
    ],
  },
  quarantined: ['balances:BTC', 'networks:ODD'],
  requestsMax: 30,
};
