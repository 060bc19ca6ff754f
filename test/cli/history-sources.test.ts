import { expect, it } from 'vitest';

import { listHistorySources } from '../../src/cli/history-sources.ts';
import { EXCHANGE_CATALOGUE } from '../../src/exchanges/catalogue.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';

it.each(EXCHANGE_CATALOGUE.map(({ name }) => name))(
  'the sources that are shown of %s are those that its accounts have',
  async (exchange) => {
    const clock = { nowMs: Date.now, sleep: () => Promise.resolve() };
    const directory = createExchangeDirectory({ proxyUrl: undefined, throttle: false, clock });
    const credentials = { apiKey: 'key', secret: 'c2VjcmV0' };
    const account = await directory.openAccount(exchange, credentials, null);
    expect(listHistorySources(exchange)).toEqual(account.sources.map(({ name }) => name));
  },
);
