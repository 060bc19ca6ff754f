/** Responses in Bybit's format (bybit-exchange.github.io/docs/v5/asset). */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

export const TRANSFER = {
  transferId: 'selfTransfer_cafc74cc-e28a-4ff6-b0e6-9e711376fc90',
  coin: 'USDT',
  amount: '1000.5',
  fromAccountType: 'UNIFIED',
  toAccountType: 'FUND',
  timestamp: '1767000000123',
  status: 'SUCCESS',
};

/** The page is returned for its own cursor too. */
export const TRANSFERS: RecordedResponses = {
  'GET api.bybit.com/v5/asset/transfer/query-inter-transfer-list': {
    retCode: 0,
    retMsg: 'success',
    result: {
      list: [TRANSFER],
      nextPageCursor: 'eyJtaW5JRCI6MTc5NjU3OCwibWF4SUQiOjE3OTY1Nzh9',
    },
    retExtInfo: {},
    time: 1767000001000,
  },
};

export const BALANCES: RecordedResponses = {
  'GET api.bybit.com/v5/asset/coin/query-info': { retCode: 0, result: { rows: [] } },
  'GET api.bybit.com/v5/asset/transfer/query-account-coins-balance': {
    retCode: 0,
    result: { balance: [{ coin: 'USDT', transferBalance: '12.50' }] },
  },
};
