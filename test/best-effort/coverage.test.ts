import { describe, expect, it } from 'vitest';

import { EXCHANGE_TRAITS } from '../../src/exchanges/best-effort/traits.ts';
import { BEST_EFFORT_EXCHANGES } from '../../src/exchanges/best-effort/exchanges.ts';
import { loadSamples } from './load-samples.ts';

const SAMPLES = await loadSamples();

/** Exchanges with a list of currencies without networks, each with the data that it has instead. */
const WITHOUT_NETWORKS: ReadonlyMap<string, string> = new Map([
  ['bullish', 'a coin has a precision and fees; networks are listed for registered addresses'],
  ['deribit', 'a coin has a type and a fee'],
  ['extended', 'a coin has a precision'],
  ['hyperliquid', 'withdrawals use a bridge that no list contains'],
  ['latoken', 'a coin has a type, which is a standard at most'],
  ['nado', 'all coins are on one chain, which no list contains'],
  ['ndax', 'a product has flags of deposits and withdrawals'],
]);

const LISTING = BEST_EFFORT_EXCHANGES.filter(({ name, listsCurrencies }) => {
  return listsCurrencies || EXCHANGE_TRAITS[name]?.coins !== undefined;
}).map(({ name }) => name);

describe.each(LISTING.filter((name) => !WITHOUT_NETWORKS.has(name)))('%s', (name) => {
  it('reads networks from its own rows', () => {
    expect(EXCHANGE_TRAITS[name]?.coins?.network).toBeDefined();
  });

  it('has a sample of a coin on several networks', () => {
    const lists = Object.values(SAMPLES[name]?.networks ?? {});
    const longest = Math.max(...lists.map((list) => (list === 'unknown' ? 0 : list.length)));
    expect(longest).toBeGreaterThan(1);
  });
});

it.each([...WITHOUT_NETWORKS.keys()])('%s has a sample without networks', (name) => {
  expect(EXCHANGE_TRAITS[name]?.coins?.network).toBeUndefined();
  const lists = Object.values(SAMPLES[name]?.networks ?? {});
  expect(SAMPLES[name]).toBeDefined();
  expect(lists.filter((list) => list.length > 0 && list !== 'unknown')).toEqual([]);
});

it.each(BEST_EFFORT_EXCHANGES.map(({ name }) => name))(
  '%s has a sample, and the URL about its withdrawable account or the mark that there is none',
  (name) => {
    const sample = SAMPLES[name];
    expect(sample).toBeDefined();
    expect(EXCHANGE_TRAITS[name]?.withdrawable).toBeDefined();
    const isDocumented = typeof EXCHANGE_TRAITS[name]?.withdrawable?.source === 'string';
    expect(isDocumented || sample?.withdrawableUnverified === true).toBe(true);
  },
);
