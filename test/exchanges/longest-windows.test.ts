/** The longest window of a list is within the exchange's maximum, also after its bounds are widened to whole seconds. */
import { expect, it } from 'vitest';

import { DAY_MS, SECOND_MS } from '../../src/domain/duration.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { importAccount } from '../../src/exchanges/registry.ts';
import { type Parameters, scriptContext } from './scripted-client.ts';

/** The window begins a millisecond after a whole second. */
const FROM_MS = Date.UTC(2024, 5, 10) + 1;

const LIST = { rows: [] };

/** Returns the length of the requested window in ms. */
function spanOf({ startTime, endTime, createTimeFrom, createTimeTo, from, to }: Parameters) {
  const begin = Number(createTimeFrom ?? from) * SECOND_MS;
  const end = Number(createTimeTo ?? to) * SECOND_MS;
  return startTime === undefined ? end - begin : Number(endTime) - Number(startTime);
}

it.each([
  // Less than 30 days.
  ['bybit', 'deposits', 30 * DAY_MS - 1],
  ['bybit', 'internal-deposits', 30 * DAY_MS - 1],
  ['bybit', 'withdrawals', 30 * DAY_MS - 1],
  ['bybit', 'transfers', 7 * DAY_MS],
  ['bybit', 'funding-history', 7 * DAY_MS],
  ['gate', 'deposits', 30 * DAY_MS],
  ['gate', 'withdrawals', 30 * DAY_MS],
  ['gate', 'account-book', 30 * DAY_MS],
])('%s: the longest window of %s has at most %i ms', async (exchange, name, spanMsMax) => {
  const profile = requireExchange(exchange);
  const { openAccount } = await importAccount(profile);
  const spans: number[] = [];
  const context = scriptContext(FROM_MS, (_endpoint, parameters) => {
    spans.push(spanOf(parameters));
    return exchange === 'gate' ? [] : { result: LIST };
  });
  const source = profile.sources.find((each) => each.name === name)!;
  await openAccount(context).readWindow(source, FROM_MS, FROM_MS + source.windowMsMax);
  expect(spans[0]).toBeLessThanOrEqual(spanMsMax);
  expect(spans[0]).toBeGreaterThan(spanMsMax - DAY_MS);
});

it("re-reads a week of Bybit's deposits, whose only time changes with their status", () => {
  const { sources } = requireExchange('bybit');
  const { overlapMs } = sources.find(({ name }) => name === 'deposits')!;
  expect(overlapMs).toBeGreaterThanOrEqual(7 * DAY_MS);
});
