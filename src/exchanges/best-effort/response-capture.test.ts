import { expect, it } from 'vitest';

import { captureResponses } from './response-capture.ts';
import type { UnifiedExchange } from './unified-exchange.ts';

interface Raw {
  readonly id: string;
  readonly networks?: readonly string[];
}

/** Returns an object with the captured methods of a class that has one code for all networks. */
function makeExchange(responses: readonly unknown[]) {
  let sent = 0;
  const ccxt = {
    fetch: async (): Promise<unknown> => {
      const response = responses[sent];
      sent += 1;
      if (response instanceof Error) throw response;
      return response;
    },
    networkIdToCode: (id: string) => (id === '' ? undefined : 'ETH'),
    parseCurrency: ({ id, networks }: Raw): object => {
      if (networks === undefined) throw new TypeError(`${id} has no networks`);
      const entries = networks.map((network) => [ccxt.networkIdToCode(network), { id: network }]);
      return { id, code: id.toUpperCase(), networks: Object.fromEntries(entries) as object };
    },
    fetchCurrencies: async (): Promise<unknown> => {
      const rows = (await ccxt.fetch()) as Raw[];
      const more = (await ccxt.fetch()) as Raw[];
      return [...rows, ...more].map((row) => ccxt.parseCurrency(row));
    },
    fetchBalance: async (): Promise<unknown> => {
      const balance = (await ccxt.fetch()) as { free: string | undefined };
      const { free } = balance;
      balance.free = undefined;
      // The names of the assets are in the list of currencies.
      if (free === 'listed') await ccxt.fetchCurrencies();
      return { USDT: { free: free!.trim() } };
    },
  };
  return { ccxt, capture: captureResponses(ccxt as unknown as UnifiedExchange) };
}

it('separates networks with the same code', async () => {
  const { ccxt } = makeExchange([[{ id: 'usdc', networks: ['ARB', 'OP', 'BASE'] }], []]);
  const [usdc] = (await ccxt.fetchCurrencies()) as [{ networks: Record<string, { id: string }> }];
  expect(Object.values(usdc.networks).map(({ id }) => id)).toEqual(['ARB', 'OP', 'BASE']);
});

it('captures a currency that the class cannot read, and returns the others', async () => {
  const { ccxt, capture } = makeExchange([[{ id: 'bad' }], [{ id: 'btc', networks: [] }]]);
  expect(await ccxt.fetchCurrencies()).toMatchObject([undefined, { code: 'BTC' }]);
  const { responses, failure, unparsed } = capture.take('fetchCurrencies');
  expect([responses.length, failure]).toEqual([2, null]);
  expect(unparsed).toEqual([{ raw: { id: 'bad' }, reason: 'bad has no networks' }]);
  expect(capture.take('fetchCurrencies').responses).toEqual([]);
});

it('returns the responses unchanged, and the reason if the class cannot read them', async () => {
  const readable = makeExchange([{ free: ' 1.50' }]);
  expect(await readable.ccxt.fetchBalance()).toEqual({ USDT: { free: '1.50' } });
  expect(readable.capture.take('fetchBalance').responses).toEqual([{ free: ' 1.50' }]);
  const unreadable = makeExchange([{ balances: [] }]);
  expect(await unreadable.ccxt.fetchBalance()).toEqual({});
  const { responses, failure } = unreadable.capture.take('fetchBalance');
  expect(responses).toEqual([{ balances: [] }]);
  expect(failure).toContain('undefined');
});

it('returns all responses to a method that calls another one', async () => {
  const { ccxt, capture } = makeExchange([{ free: 'listed' }, [], []]);
  expect(await ccxt.fetchBalance()).toEqual({ USDT: { free: 'listed' } });
  expect(capture.take('fetchBalance').responses).toEqual([{ free: 'listed' }, [], []]);
  expect(capture.take('fetchCurrencies').responses).toEqual([]);
});

it('fails if a request fails', async () => {
  const { ccxt } = makeExchange([[], new Error('busy')]);
  await expect(ccxt.fetchCurrencies()).rejects.toThrow('busy');
});
