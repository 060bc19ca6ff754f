import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  TRON,
  patternOf,
  type ExchangeSample,
} from '../exchange-sample.ts';

const currency = (code: string, valueScale: number): object => ({
  currency: code,
  name: code,
  code: 1,
  valueScale,
  minValueEv: 1,
  maxValueEv: 5_000_000,
  needAddrTag: 0,
  status: 'Listed',
});
const CHAINS = [
  { chainCode: 4, chainName: 'ETH', minWithdrawAmountRv: '2', withdrawFeeRv: '4' },
  { chainCode: 11, chainName: 'TRX', minWithdrawAmountRv: '2.50', status: 'Suspend' },
  { chainCode: 99, chainName: 'NEWCHAIN', minWithdrawAmountRv: '3', status: 'Active' },
];
const list = (data: readonly object[]): object => ({ code: 0, msg: 'OK', data });

export const sample: ExchangeSample = {
  responses: {
    'GET api.phemex.com/public/products': {
      code: 0,
      msg: 'OK',
      data: { currencies: [currency('USDT', 8), currency('USD', 4), currency('BTC', 8)] },
    },
    'GET api.phemex.com/phemex-withdraw/wallets/api/asset/info': ({ query }: RecordedRequest) => ({
      code: 0,
      msg: 'ok',
      data: {
        currency: query.get('currency'),
        balanceRv: '12.5',
        allAvailableBalanceRv: '10.0',
        chainInfos: query.get('currency') === 'USDT' ? CHAINS : [],
      },
    }),
    'GET api.phemex.com/spot/wallets': list([
      {
        currency: 'USDT',
        balanceEv: 1_250_000_000,
        lockedTradingBalanceEv: 200_000_000,
        lockedWithdrawEv: 50_000_000,
        lastUpdateTimeNs: '1592065834511322514',
      },
      { currency: 'USD', balanceEv: 1_234_500, lockedTradingBalanceEv: 0, lockedWithdrawEv: 0 },
    ]),
    'GET api.phemex.com/exchange/wallets/depositList': list([
      {
        id: 29200,
        currency: 'USDT',
        currencyCode: 3,
        txHash: DEPOSIT_HASH,
        address: ETHER,
        amountEv: 3_000_000_000,
        confirmations: 13,
        type: 'Deposit',
        status: 'Success',
        createdAt: AT_MS,
      },
    ]),
    'GET api.phemex.com/exchange/wallets/withdrawList': list([
      {
        id: 10000001,
        currency: 'USDT',
        address: TRON,
        amountEv: 8_850_000_000,
        feeEv: 150_000_000,
        status: 'Address Risk',
        withdrawStatus: '',
        txHash: '',
        submitedAt: AT_MS + 1,
        submittedAt: AT_MS + 1,
        expiredTime: AT_MS + 900_000,
        chainName: 'TRX',
      },
      {
        id: 10000002,
        currency: 'USDT',
        address: TRON,
        amountRv: '100.50',
        feeRv: '1.0',
        status: 'Cancelled',
        txHash: null,
        submittedAt: String(AT_MS + 2),
      },
    ]),
  },
  rows: [
    `deposit completed USDT 30 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
    `withdrawal failed USDT 88.5 ${AT_MS + 1} - ${TRON} 1.5 USDT`,
    `withdrawal canceled USDT 100.50 ${AT_MS + 2} - ${TRON} 1.0 USDT`,
  ],
  balances: [
    ['USDT', '10.0'],
    ['USD', '123.45'],
  ],
  networks: {
    USDT: [
      ['ETH', 'ETH', 'Ethereum', '2', null, patternOf('ETH')],
      ['NEWCHAIN', 'NEWCHAIN', 'NEWCHAIN', '3', null, null],
    ],
    USD: [],
  },
  withdrawableUnverified: true,
};
