import { expect, it } from 'vitest';

import { scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { FUNDING_BILLS, OKX, TRADING_BILLS } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const BILLS = OKX.sources.find(({ name }) => name === 'bills')!;

/** Reads bills from an exchange that fails for those of the funding account. */
async function readBills(error: ExchangeError) {
  const requested: string[] = [];
  const context = scriptContext(NOW_MS, (endpoint) => {
    requested.push(endpoint);
    if (endpoint === FUNDING_BILLS) throw error;
    return { data: [] };
  });
  const reading = openAccount(context).readWindow(BILLS, NOW_MS - 1000, NOW_MS);
  return reading.then(() => requested);
}

it('reads the bills of the trading account only if OKX does not serve those of the funding account', async () => {
  const missing = new ExchangeError('exchange_request_refused', 'okx bills (HTTP 404)');
  expect(await readBills(missing)).toEqual([FUNDING_BILLS, TRADING_BILLS]);
  for (const code of ['exchange_unavailable', 'exchange_permission_denied'] as const) {
    const error = new ExchangeError(code, 'okx bills (HTTP 403)');
    await expect(readBills(error)).rejects.toBe(error);
  }
});
