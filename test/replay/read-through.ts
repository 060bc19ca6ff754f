import { expect } from 'vitest';

import { RecordedExchange, type RecordedResponses } from '../best-effort/recorded-exchange.ts';
import { createScratch } from '../scratch.ts';
import { addWallet, callTeller, createTenant, headersOf, startService } from '../teller.ts';

/** Adds, synchronises and serves a wallet of the exchange; returns both endpoints' bodies as text. */
export async function readThrough(
  exchange: string,
  credentials: object,
  responses: RecordedResponses,
) {
  const scratch = createScratch();
  const server = new RecordedExchange(responses);
  const variables = {
    ...scratch.variables,
    TELLER_EXCHANGE_PROXY_URL: await server.listen(),
    TELLER_EXCHANGE_THROTTLE: 'off',
  };
  try {
    const tenant = await createTenant(variables);
    const walletId = await addWallet(tenant, exchange, credentials, variables);
    expect(await callTeller(['sync', '--once'], variables)).toMatchObject({ code: 0 });
    const service = await startService(variables);
    const get = async (path: string): Promise<string> => {
      const response = await fetch(service.url + path, { headers: headersOf(tenant, walletId) });
      expect(response.status).toBe(200);
      expect(response.headers.get('x-svc-history')).toBe('complete');
      return response.text();
    };
    const transactions = await get('/v0/wallet/transactions?limit=1000');
    const balance = await get('/v0/wallet/withdraw/balance');
    await service.stop();
    const requested = server.requests.map(({ endpoint }) => endpoint);
    const unknown = requested.filter((each) => responses[each] === undefined);
    return { transactions, balance, unknown };
  } finally {
    server.close();
    scratch.remove();
  }
}
