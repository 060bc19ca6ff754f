/**
 * A response without its list must fail a reading. As an empty list, the window would count as completely
 * read.
 */
import { describe, expect, it } from 'vitest';

import { EXCHANGE_NAMES, SIMULATIONS } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { importAccount } from '../../src/exchanges/registry.ts';
import { scriptContext } from './scripted-client.ts';

const NOW_MS = Date.UTC(2024, 5, 10);

describe.each(EXCHANGE_NAMES)('%s', async (name) => {
  const profile = requireExchange(name);
  const { sources } = profile;
  const { openAccount } = await importAccount(profile);
  const account = openAccount(scriptContext(NOW_MS, () => SIMULATIONS[name].emptyResponse));

  it.each(sources)('fails a window of $name', async (source) => {
    // Lists of a replaced platform are only requested for its own period.
    const fromMs = source.name.startsWith('v1-') ? source.startMs : NOW_MS - 1000;
    await expect(account.readWindow(source, fromMs, fromMs + 1000)).rejects.toMatchObject({
      code: 'exchange_unavailable',
    });
  });

  // Kraken has one source, whose lists are read together.
  it.skipIf(name === 'kraken')('refuses a source of another exchange', async () => {
    const other = { ...sources[0]!, name: 'other' };
    await expect(account.readWindow(other, NOW_MS - 1000, NOW_MS)).rejects.toThrow(
      new RegExp(`^${name} has no (source )?other$`),
    );
  });

  it('fails the balances', async () => {
    await expect(account.readBalances()).rejects.toMatchObject({ code: 'exchange_unavailable' });
  });
});
