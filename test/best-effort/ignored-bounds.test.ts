/** Exchanges that ignore a bound of a window, or have no parameter for it. */
import { expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { endsAt, startsAt } from '../../src/exchanges/best-effort/trait-forms.ts';
import type { RecordedRequest, RecordedResponses } from './recorded-exchange.ts';
import { DEPOSITS, listDeposits, NOW_MS, readWindows, UNBOUNDED } from './recorded-deposits.ts';

it('reads older windows of an exchange that has only a start, although two windows return the same rows', async () => {
  const rows = [...listDeposits(5), ...listDeposits(1)];
  rows[5] = { ...rows[5]!, insertTime: NOW_MS - 50 * DAY_MS };
  const responses: RecordedResponses = {
    [DEPOSITS]: ({ query }: RecordedRequest) =>
      rows.filter(({ insertTime }) => insertTime >= Number(query.get('startTime'))),
  };
  const traits = { ...UNBOUNDED, start: startsAt('startTime') };
  const windows = [10, 30, 60].map(
    (days) => [NOW_MS - days * DAY_MS, NOW_MS - (days - 10) * DAY_MS] as const,
  );
  const readings = await readWindows(responses, traits, windows);
  expect(readings.map(({ transactions }) => transactions.length)).toEqual([5, 5, 6]);
});

it.each([
  ['start', { start: startsAt('startTime') }, 10],
  ['end', { end: endsAt('endTime') }, 200],
])(
  'returns the newest rows if the exchange ignores the %s of a window',
  async (_bound, bound, hoursAgo) => {
    const traits = { ...UNBOUNDED, ...bound };
    const toMs = NOW_MS + 1 - (hoursAgo - 10) * HOUR_MS;
    const window = [NOW_MS - hoursAgo * HOUR_MS, toMs] as const;
    const [reading] = await readWindows({ [DEPOSITS]: listDeposits(100) }, traits, [window]);
    expect(reading!.transactions).toHaveLength(100);
    const isInRows = hoursAgo < 100;
    expect(reading!.completeFromMs).toBe(isInRows ? undefined : NOW_MS - 99 * HOUR_MS + 1);
  },
);
