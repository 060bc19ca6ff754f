/** Responses in KuCoin's format (kucoin.com/docs-new, Account and Funding). */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

export const ENTRY = {
  id: '611a1e7c6a053300067a88d9',
  currency: 'USDT',
  amount: '10.00059547',
  fee: '0',
  balance: '0',
  accountType: 'MAIN',
  bizType: 'Transfer',
  direction: 'out',
  createdAt: 1767000000234,
  context: '',
};

export const LEDGER: RecordedResponses = {
  'GET api.kucoin.com/api/v1/accounts/ledgers': {
    code: '200000',
    data: { currentPage: 1, pageSize: 500, totalNum: 1, totalPage: 1, items: [ENTRY] },
  },
};

export const BALANCES: RecordedResponses = {
  'GET api.kucoin.com/api/v3/currencies': { code: '200000', data: [] },
  'GET api.kucoin.com/api/v1/accounts': {
    code: '200000',
    data: [{ currency: 'USDT', type: 'main', balance: '20', available: '12.50', holds: '7.50' }],
  },
};
