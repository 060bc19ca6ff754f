/** Responses in OKX's format (www.okx.com/docs-v5, Funding account). */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

export const BALANCES: RecordedResponses = {
  'GET www.okx.com/api/v5/asset/currencies': { code: '0', data: [] },
  'GET www.okx.com/api/v5/asset/balances': {
    code: '0',
    data: [{ ccy: 'USDT', availBal: '12.50', bal: '20', frozenBal: '7.50' }],
  },
};
