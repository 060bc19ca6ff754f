import { expect, it } from 'vitest';

import { requestOf } from './list-request.ts';
import type { HistoryList } from './history-lists.ts';
import { endsAt, startsAt } from './trait-forms.ts';
import type { ListTraits } from './exchange-traits.ts';

const window = { fromMs: 1_718_000_123_456, toMs: 1_718_086_523_456 };

function listWith(traits: ListTraits, further: Partial<HistoryList> = {}): HistoryList {
  const name = 'fetchDeposits' as const;
  const method = { name, since: true, until: true, perAsset: false, listFields: [] };
  return {
    name: 'deposits',
    method,
    traits,
    takesStart: true,
    takesEnd: true,
    unitMs: 1,
    ...further,
  };
}

it('sends the bounds through ccxt if the traits have no names for them', () => {
  expect(requestOf(listWith({ limit: 100 }), window)).toEqual({
    since: window.fromMs - 1,
    limit: 100,
    parameters: { until: window.toMs },
  });
});

it('sends no start before 1970', () => {
  expect(requestOf(listWith({}), { ...window, fromMs: 0 }).since).toBe(0);
});

it('sends the bounds and the limit only under the documented names', () => {
  const traits = { start: startsAt('from', 's'), end: endsAt('to', 's'), limit: 50 };
  const request = { kind: 'CRYPTO' };
  expect(requestOf(listWith({ ...traits, limitName: 'size', request }), window)).toEqual({
    since: undefined,
    limit: undefined,
    parameters: { from: 1_718_000_122, to: 1_718_086_524, size: 50, kind: 'CRYPTO' },
  });
});

it('sends no bound that the list does not accept', () => {
  const list = listWith({ start: null, end: null }, { takesStart: false, takesEnd: false });
  expect(requestOf(list, window)).toEqual({ since: undefined, limit: undefined, parameters: {} });
});

it.each([
  ['iso', '2024-06-10T06:15:23.455Z', '2024-06-11T06:15:23.456Z'],
  ['day', '2024-06-09', '2024-06-12'],
] as const)('writes bounds as %s, a unit earlier and rounded up', (form, start, end) => {
  const traits = { start: startsAt('from', form), end: endsAt('to', form) };
  expect(requestOf(listWith(traits), window).parameters).toEqual({ from: start, to: end });
});
