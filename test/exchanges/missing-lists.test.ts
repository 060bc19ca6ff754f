/** A response without its list must fail a reading: as an empty list it would count as read in full. */
import { describe, expect, it } from 'vitest';

import { EXCHANGE_CATALOGUE } from '../../src/exchanges/catalogue.ts';
import { importAccount } from '../../src/exchanges/registry.ts';
import { scriptContext } from './scripted-client.ts';

const NOW_MS = Date.UTC(2024, 5, 10);

/** What each exchange puts around a response, with nothing in it. */
const EMPTY_RESPONSES: Readonly<Record<string, object>> = {
  binance: {},
  bitget: { code: '00000', data: {} },
  bitstamp: {},
  bitvavo: {},
  bybit: { retCode: 0, result: {} },
  coinbase: {},
  cryptocom: { code: 0, result: {} },
  gate: {},
  htx: { code: 200, status: 'ok', data: {} },
  kraken: { error: [], result: {} },
  kucoin: { code: '200000', data: {} },
  okx: { code: '0', data: {} },
};

const CERTIFIED = EXCHANGE_CATALOGUE.filter(({ facts }) => facts.certified);

describe.each(CERTIFIED)('$name', async (profile) => {
  const { name, sources } = profile;
  const { openAccount } = await importAccount(profile);
  const account = openAccount(scriptContext(NOW_MS, () => EMPTY_RESPONSES[name]));

  it.each(sources)('fails a window of $name', async (source) => {
    // Lists of a platform that was replaced are requested for its own time alone.
    const fromMs = source.name.startsWith('v1-') ? source.startMs : NOW_MS - 1000;
    await expect(account.readWindow(source, fromMs, fromMs + 1000)).rejects.toMatchObject({
      code: 'exchange_unavailable',
    });
  });

  it('fails the balances', async () => {
    await expect(account.readBalances()).rejects.toMatchObject({ code: 'exchange_unavailable' });
  });
});
