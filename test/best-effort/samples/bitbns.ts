import type { RecordedRequest } from '../recorded-exchange.ts';
import { AT_MS, TRON, type ExchangeSample, WITHDRAWAL_HASH } from '../exchange-sample.ts';

const deposit = {
  type: 'USDT deposited',
  typeI: 1,
  amount: 100.25,
  date: '2024-06-10T06:15:23.000Z',
  unit: 'USDT',
  factor: 100,
  fee: 0,
};
const list = (data: readonly object[]): object => ({ data, status: 1, error: null, code: 200 });

export const sample: ExchangeSample = {
  responses: {
    'POST api.bitbns.com/api/trade/v1/depositHistory/USDT': ({ body }: RecordedRequest) =>
      list(body.includes('"page":0') ? [deposit] : []),
    'POST api.bitbns.com/api/trade/v1/depositHistory/INR': list([]),
    'POST api.bitbns.com/api/trade/v1/depositHistory/BTC': list([]),
    'POST api.bitbns.com/api/trade/v1/depositHistory/ETH': list([]),
    'POST api.bitbns.com/api/trade/v1/depositHistory/USDC': list([]),
    'POST api.bitbns.com/api/trade/v1/withdrawHistory/USDT': list([
      {
        type: 0,
        amount: 1.1,
        unit: 'USDT',
        hash: WITHDRAWAL_HASH,
        fee: 0.1,
        to: TRON,
        status: '-1',
        refer: 5_339_918,
        expTime: 'USDT withdraw done',
      },
    ]),
    'POST api.bitbns.com/api/trade/v1/withdrawHistory/INR': list([]),
    'POST api.bitbns.com/api/trade/v1/withdrawHistory/BTC': list([]),
    'POST api.bitbns.com/api/trade/v1/withdrawHistory/ETH': list([]),
    'POST api.bitbns.com/api/trade/v1/withdrawHistory/USDC': list([]),
    'POST api.bitbns.com/api/trade/v1/currentCoinBalance/EVERYTHING': {
      data: {
        availableorderMoney: 12.5,
        inorderMoney: 0,
        availableorderUSDT: 100.25,
        inorderUSDT: 3,
      },
      status: 1,
      error: null,
      code: 200,
    },
  },
  rows: [`deposit completed USDT 100.25 ${AT_MS} - - 0 USDT`],
  balances: [
    ['INR', '12.5'],
    ['USDT', '100.25'],
  ],
  networks: { INR: [] },
  // The withdrawal, which has no time.
  quarantined: [
    'fetchWithdrawals:7f173b5393af2690645e68998dae48aa05ccc560dbaa8f936efb95153d439aef',
  ],
  withdrawableUnverified: true,
  requestsMax: 20,
};
