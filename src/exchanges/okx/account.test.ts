import { expect, it } from 'vitest';

import { scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { OKX } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);

it.each([
  'exchange_request_refused',
  'exchange_unavailable',
  'exchange_permission_denied',
] as const)(
  'fails a window of bills that OKX does not return (%s), and requests no other list',
  async (code) => {
    const requested: string[] = [];
    const error = new ExchangeError(code, 'okx bills (HTTP 404)');
    const context = scriptContext(NOW_MS, (endpoint) => {
      requested.push(endpoint);
      throw error;
    });
    const bills = OKX.sources.find(({ name }) => name === 'bills')!;
    const reading = openAccount(context).readWindow(bills, NOW_MS - 1000, NOW_MS);
    await expect(reading).rejects.toBe(error);
    expect(requested).toEqual(['privateGetAssetBillsHistory']);
  },
);
