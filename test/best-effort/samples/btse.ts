import { DAY_MS } from '../../../src/domain/duration.ts';
import type { RecordedRequest } from '../recorded-exchange.ts';
import { DEPOSIT_HASH, ETHER, patternOf, type ExchangeSample } from '../exchange-sample.ts';

const LATE_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS;
const REACH_MS = 120 * DAY_MS;

const row = {
  transactionTime: LATE_MS,
  type: 'DEPOSIT',
  walletName: 'SPOT@',
  asset: 'USDT',
  netAmount: '100.50',
  amount: '100.50',
  transactionRef: '2026081200000367',
  status: 'EXPIRED',
  description: null,
  fees: '0',
  cryptoNetwork: 'ERC20',
  toAddress: ETHER,
  confirmTimes: '(15/15)',
  txId: DEPOSIT_HASH,
};
const { amount: _, ...unnamed } = row;
const withdrawal = {
  ...unnamed,
  transactionTime: LATE_MS - 1000,
  type: 'WITHDRAW',
  netAmount: '20.25',
  transactionRef: '2026081200000368',
  status: 'CANCELLED',
  fees: '3',
  txId: null,
};
const response = (data: unknown): object => ({
  code: 1,
  msg: 'Success',
  time: LATE_MS,
  data,
  success: true,
});

/** The history of one asset, of the last 120 days. */
const list = ({ query }: RecordedRequest): object => {
  if (Number(query.get('startTime')) < Date.now() - REACH_MS) {
    return { code: -1, msg: 'BADREQUEST: the time range is invalid', success: false };
  }
  return response(query.get('asset') === 'USDT' ? [row, withdrawal] : []);
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.btse.com/public-api/wallet/v1/user/walletHistory': list,
    'GET api.btse.com/public-api/wallet/v1/user/assets': response([
      {
        asset: 'USDT',
        type: 'CRYPTO',
        totalAmount: '120.0',
        availableAmount: '100.50',
        availableActions: ['WITHDRAW', 'DEPOSIT'],
        cryptoNetwork: {
          depositNetworks: ['ERC20', 'TRC20', 'SOLANA'],
          withdrawalNetworks: ['ERC20', 'TRC20'],
        },
      },
      { asset: 'USD', type: 'FIAT', totalAmount: '7', availableAmount: '3.25' },
      { asset: 'BTSE', type: 'CRYPTO', totalAmount: '7', availableAmount: '7.0' },
      { asset: 'ODD', type: 'CRYPTO', totalAmount: '7' },
    ]),
  },
  rows: [
    `deposit failed USDT 100.50 ${LATE_MS} ${DEPOSIT_HASH} ${ETHER} 0 USDT`,
    `withdrawal canceled USDT 20.25 ${LATE_MS - 1000} - ${ETHER} 3 USDT`,
  ],
  balances: [
    ['USDT', '100.50'],
    ['USD', '3.25'],
    ['BTSE', '7.0'],
  ],
  networks: {
    USDT: [
      ['ERC20', 'ETH', 'ERC20', null, null, patternOf('ETH')],
      ['TRC20', 'TRX', 'TRC20', null, null, patternOf('TRX')],
    ],
    USD: [],
  },
  quarantined: ['balances:ODD'],
  withdrawableUnverified: true,
  // Seven assets: the held ones and the common ones.
  requestsMax: 30,
};
