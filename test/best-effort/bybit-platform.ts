import { DAY_MS } from '../../src/domain/duration.ts';
import type { RecordedRequest } from './recorded-exchange.ts';
import {
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  TRON,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from './exchange-sample.ts';

const AT_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS;
const isInside = ({ query }: RecordedRequest): boolean =>
  Number(query.get('startTime')) <= AT_MS && AT_MS <= Number(query.get('endTime'));
const response = (result: object): object => ({
  retCode: 0,
  retMsg: 'success',
  result,
  time: AT_MS,
});

const deposit = {
  id: '160237',
  coin: 'USDT',
  chain: 'TRX',
  amount: '44.50',
  txID: DEPOSIT_HASH,
  status: 3,
  toAddress: TRON,
  fromAddress: ETHER,
  tag: '',
  depositFee: '',
  successAt: String(AT_MS),
  confirmations: '102',
  txIndex: '0',
  blockHash: '0000',
};
const withdrawal = {
  coin: 'USDT',
  chain: 'ETH',
  amount: '77.0',
  txID: '',
  status: 'CancelByUser',
  toAddress: ETHER,
  tag: '',
  withdrawFee: '10.0',
  createTime: String(AT_MS),
  updateTime: String(AT_MS + 900_000),
  withdrawId: '9976',
  withdrawType: 0,
};
const chain = {
  chain: 'ETH',
  chainType: 'Ethereum',
  chainDeposit: '1',
  chainWithdraw: '1',
  withdrawMin: '0.02',
  withdrawMax: '1200.0',
  withdrawFee: '0.005',
};

/**
 * A deposit from another customer: other codes, times in seconds, and an identifier that another deposit may
 * also have.
 */
const internal = {
  id: '1',
  type: 1,
  coin: 'USDT',
  amount: '3.50',
  status: 3,
  address: 'xxxx***@mail.com',
  createdTime: String(AT_MS / 1000),
  txID: '77c37e5c-d9fa-41e5-bd13-c9b59d95',
};

/** A full page, whose cursor requests the last one. */
const listDeposits = (request: RecordedRequest): object => {
  const { query } = request;
  if (!isInside(request)) return response({ rows: [], nextPageCursor: '' });
  const rows = Array.from({ length: 50 }, (_, index) => ({ ...deposit, id: String(index) }));
  return query.get('cursor') === 'next'
    ? response({ rows: [{ ...deposit, status: 70_011, fromAddress: '' }], nextPageCursor: '' })
    : response({ rows, nextPageCursor: 'next' });
};

/** A transfer from the unified account, and a payment of Earn. */
const transfer = {
  transferId: 'selfTransfer_cafc74cc',
  coin: 'USDC',
  amount: '2.50',
  fromAccountType: 'UNIFIED',
  toAccountType: 'FUND',
  timestamp: String(AT_MS),
  status: 'SUCCESS',
};
const booking = {
  currency: 'USDC',
  ioDirection: 'I',
  txnAmt: '0.01',
  afterAmt: '7.25',
  createTime: String(AT_MS / 1000),
  showBusiType: 'fundingAccountRecordEarn',
  description: 'fundingAccountRecordFlexSavingInterestDistribution',
};
const isBookedInside = ({ query }: RecordedRequest): boolean =>
  Number(query.get('createTimeFrom')) <= AT_MS / 1000 &&
  AT_MS / 1000 <= Number(query.get('createTimeTo'));

/** Withdrawals to customers of the exchange are listed only if all types are requested. */
const listWithdrawals = (request: RecordedRequest): object => {
  const internal = {
    ...withdrawal,
    withdrawId: '9801',
    withdrawType: 1,
    status: 'success',
    txID: WITHDRAWAL_HASH,
  };
  const rows = request.query.get('withdrawType') === '2' ? [withdrawal, internal] : [withdrawal];
  return response({ rows: isInside(request) ? rows : [], nextPageCursor: '' });
};

/** Returns the sample of an exchange with Bybit's interface in its documented format. */
export function makeBybitSample(host: string): ExchangeSample {
  return {
    responses: {
      [`GET ${host}/v5/asset/deposit/query-record`]: listDeposits,
      [`GET ${host}/v5/asset/deposit/query-internal-record`]: (request: RecordedRequest) =>
        response({ rows: isInside(request) ? [internal] : [], nextPageCursor: '' }),
      [`GET ${host}/v5/asset/withdraw/query-record`]: listWithdrawals,
      [`GET ${host}/v5/asset/transfer/query-account-coins-balance`]: ({ query }: RecordedRequest) =>
        query.get('accountType') === 'FUND'
          ? response({
              accountType: 'FUND',
              balance: [
                { coin: 'USDC', transferBalance: '7.250', walletBalance: '9', bonus: '' },
                { coin: 'EUR', transferBalance: '3', walletBalance: '3', bonus: '' },
                { coin: 'ODD', walletBalance: '3', bonus: '' },
              ],
            })
          : { retCode: 10_001, retMsg: 'wrong account', result: {} },
      [`GET ${host}/v5/asset/transfer/query-inter-transfer-list`]: (request: RecordedRequest) =>
        response({ list: isInside(request) ? [transfer] : [], nextPageCursor: '' }),
      [`GET ${host}/v5/asset/fundinghistory`]: (request: RecordedRequest) =>
        response({ list: isBookedInside(request) ? [booking] : [], nextPageCursor: '' }),
      [`GET ${host}/v5/market/time`]: { retCode: 0, result: {}, time: Date.now() },
      // A part of the transferable amount is not confirmed.
      [`GET ${host}/v5/asset/withdraw/withdrawable-amount`]: ({ query }: RecordedRequest) =>
        query.get('coin') === 'USDC'
          ? response({
              limitAmountUsd: '2.1',
              withdrawableAmount: {
                FUND: { coin: 'USDC', withdrawableAmount: '5.150', availableBalance: '7.250' },
              },
            })
          : response({ limitAmountUsd: '0', withdrawableAmount: {} }),
      [`GET ${host}/v5/asset/coin/query-info`]: response({
        rows: [
          {
            name: 'USDC',
            coin: 'USDC',
            remainAmount: '500000.5',
            chains: [
              chain,
              { ...chain, chain: 'ARBI', chainType: 'Arbitrum One', withdrawMax: '-1' },
              { ...chain, chain: 'SOL', chainType: 'SOL', chainWithdraw: '0' },
            ],
          },
        ],
      }),
    },
    rows: [
      ...Array.from(
        { length: 50 },
        () => `deposit completed USDT 44.50 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
      ),
      `deposit failed USDT 44.50 ${AT_MS} ${DEPOSIT_HASH} ${TRON} - -`,
      `deposit failed USDT 3.50 ${AT_MS} - - - -`,
      `withdrawal canceled USDT 77.0 ${AT_MS} - ${ETHER} 10.0 USDT`,
      `withdrawal completed USDT 77.0 ${AT_MS} - ${ETHER} 10.0 USDT`,
      `transfer_in completed USDC 2.50 ${AT_MS} - - - -`,
      `reward completed USDC 0.01 ${AT_MS} - - - -`,
    ],
    balances: [
      ['USDC', '5.150'],
      ['EUR', '3'],
    ],
    networks: {
      USDC: [
        ['ETH', 'ETH', 'Ethereum', '0.02', '1200.0', patternOf('ETH')],
        ['ARBI', 'ARBITRUM', 'Arbitrum One', '0.02', null, patternOf('ARBITRUM')],
      ],
      EUR: [],
    },
    quarantined: ['balances:ODD'],
    // Windows of a month of three lists, and of a week of two.
    requestsMax: 310,
  };
}
