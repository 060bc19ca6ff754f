/** Responses in OKX's format (www.okx.com/docs-v5, Funding account and Trading account). */
import type { Responses } from '../sample-exchange.ts';

/** A bill of the trading account: a transfer from the funding account (6) to the trading account (18). */
export const BILL = {
  bal: '8694.2179403378290202',
  balChg: '0.0219338232210000',
  billId: '623950854533513219',
  ccy: 'USDT',
  from: '6',
  to: '18',
  subType: '11',
  sz: '0.021933823221',
  ts: '1767000000345',
  type: '1',
};

/** The bills of the funding account are not served. */
export const TRADING_BILLS: Responses = {
  'GET www.okx.com/api/v5/account/bills-archive': { code: '0', msg: '', data: [BILL] },
};

export const BALANCES: Responses = {
  'GET www.okx.com/api/v5/asset/currencies': { code: '0', data: [] },
  'GET www.okx.com/api/v5/asset/balances': {
    code: '0',
    data: [{ ccy: 'USDT', availBal: '12.50', bal: '20', frozenBal: '7.50' }],
  },
};
