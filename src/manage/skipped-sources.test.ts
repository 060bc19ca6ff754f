import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../domain/duration.ts';
import { requireExchange } from '../exchanges/catalogue.ts';
import { listSkippedSources } from './skipped-sources.ts';

const NOW_MS = Date.UTC(2025, 0, 2);
const WALLET = { exchange: 'binance' };
const SYNCED = { lastSyncAtMs: NOW_MS - 20_000 };
const ALL = requireExchange('binance').sources.map(({ name }) => name);
const FIAT = ['fiat-deposits', 'fiat-withdrawals'];

/** Returns the skipped sources if each source was read up to an age. */
function listSkipped(ageOf: (source: string) => number): readonly string[] {
  const parts = ALL.map((source) => ({ source, toMs: NOW_MS - ageOf(source) }));
  return listSkippedSources(WALLET, SYNCED, parts);
}

describe('The skipped sources of a wallet', () => {
  it('are those that were never read, after a successful synchronisation', () => {
    const parts = ALL.filter((source) => !FIAT.includes(source)).map((source) => ({
      source,
      toMs: NOW_MS,
    }));
    expect(listSkippedSources(WALLET, SYNCED, parts)).toEqual(FIAT);
    expect(listSkippedSources(WALLET, { lastSyncAtMs: null }, [])).toEqual([]);
  });

  it('contain one that only a former key has read, but none that waits for its interval', () => {
    const listWithFiat = (ageMs: number) =>
      listSkipped((source) => (FIAT.includes(source) ? ageMs : 0));
    // Fiat orders are read once an hour.
    expect(listWithFiat(2 * HOUR_MS)).toEqual([]);
    expect(listWithFiat(3 * HOUR_MS)).toEqual(FIAT);
  });

  it('do not contain those whose exchange has a clock that is behind', () => {
    expect(listSkipped(() => 2 * DAY_MS)).toEqual([]);
  });
});
