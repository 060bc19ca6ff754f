import { expect, it } from 'vitest';

import { DAY_MS } from '../../domain/duration.ts';
import { ExchangeError, type HistorySource } from '../exchange.ts';
import { isRefusal, quarantineAsset } from './refused-assets.ts';

const SOURCE: HistorySource = {
  name: 'deposits',
  startMs: 0,
  windowMsMax: 90 * DAY_MS,
  windowMsMin: 1000,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
};
const error = new ExchangeError('exchange_request_refused', 'unknown coin');
const NOW_MS = 200 * DAY_MS;

function quarantine(fromDay: number, toDay: number) {
  const window = { fromMs: fromDay * DAY_MS, toMs: toDay * DAY_MS };
  return quarantineAsset(SOURCE, window, { asset: 'USDT (Kaia)', error }, NOW_MS);
}

it('is one row for all readings within a maximum window, which is re-read as a whole', () => {
  const expected = {
    key: 'deposits:USDT (Kaia):2',
    raw: '{"asset":"USDT (Kaia)"}',
    reason: 'unknown coin',
    window: { fromMs: 180 * DAY_MS, toMs: NOW_MS },
  };
  expect(quarantine(195, 198)).toEqual([expected]);
  expect(quarantine(181, 183)).toEqual([expected]);
});

it('includes what was read after the time of the exchange', () => {
  const windows = quarantine(195, 205).map(({ window }) => window);
  expect(windows).toEqual([{ fromMs: 180 * DAY_MS, toMs: 205 * DAY_MS }]);
});

it('is a row for each window if a reading spans two', () => {
  expect(quarantine(85, 175).map(({ key, window }) => [key, window])).toEqual([
    ['deposits:USDT (Kaia):0', { fromMs: 0, toMs: 90 * DAY_MS }],
    ['deposits:USDT (Kaia):1', { fromMs: 90 * DAY_MS, toMs: 180 * DAY_MS }],
  ]);
  expect(quarantine(90, 180)).toHaveLength(1);
});

it('only applies to refused requests', () => {
  expect(isRefusal(error)).toBe(true);
  expect(isRefusal(new ExchangeError('exchange_unavailable', 'busy'))).toBe(false);
  expect(isRefusal(new ExchangeError('exchange_key_refused', 'no'))).toBe(false);
  expect(isRefusal(new TypeError('x'))).toBe(false);
});
