import { expect, it } from 'vitest';

import type { Decimal } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { pairMovements } from './pair-movements.ts';

const AT_MS = Date.UTC(2024, 1, 29, 12, 30);

function movement(
  name: string,
  change: { asset?: string; amount?: string; fee?: string; apartMs?: number } = {},
) {
  const { asset = 'BTC', amount = '1.50', fee, apartMs = 0 } = change;
  return {
    name,
    asset,
    amount: amount as Decimal,
    fee: fee === undefined ? null : (fee as Decimal),
    timestampMs: AT_MS + apartMs,
  };
}

/** Returns the names of each entry and its row. */
function pair(entries: ReturnType<typeof movement>[], others: ReturnType<typeof movement>[]) {
  return [...pairMovements(entries, others)].map(([entry, other]) => [entry.name, other.name]);
}

it('pairs a row with one entry only, the nearest in time', () => {
  const entries = [movement('later', { apartMs: 2000 }), movement('nearest', { apartMs: 1000 })];
  expect(pair(entries, [movement('row')])).toEqual([['nearest', 'row']]);
});

it('pairs an entry with one row only, the nearest in time', () => {
  const rows = [movement('earlier', { apartMs: -2000 }), movement('nearest', { apartMs: -1000 })];
  expect(pair([movement('entry')], rows)).toEqual([['entry', 'nearest']]);
});

it('pairs each of several equal entries with a row of its own', () => {
  const names = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => movement(`${name} ${index}`));
  expect(pair(names(3, 'entry'), names(2, 'row'))).toEqual([
    ['entry 0', 'row 0'],
    ['entry 1', 'row 1'],
  ]);
});

it('pairs amounts of the same value, with or without the fee', () => {
  const row = [movement('row', { amount: '1.5' })];
  expect(pair([movement('entry')], row)).toHaveLength(1);
  expect(pair([movement('entry', { amount: '1.4', fee: '0.10' })], row)).toHaveLength(1);
  expect(pair([movement('entry', { amount: '1.4' })], row)).toEqual([]);
});

it('pairs no movements of different assets, and none that cannot be one', () => {
  const [entry, row] = [movement('entry'), movement('row')];
  expect(pair([entry], [movement('row', { asset: 'ETH' })])).toEqual([]);
  expect(pairMovements([entry], [row], (one, other) => one.name === other.name).size).toBe(0);
  expect(pairMovements([entry], [row], (one, other) => one.name !== other.name).size).toBe(1);
});

it('pairs movements that are at most an hour apart', () => {
  for (const apartMs of [-HOUR_MS, HOUR_MS]) {
    expect(pair([movement('entry')], [movement('row', { apartMs })])).toHaveLength(1);
    const further = apartMs + Math.sign(apartMs);
    expect(pair([movement('entry')], [movement('row', { apartMs: further })])).toEqual([]);
  }
});

it('pairs a movement by its amount if the sum with its fee has too many digits', () => {
  const change = { amount: '9'.repeat(100) };
  const entries = [movement('entry', { ...change, fee: `0.${'0'.repeat(60)}1` })];
  expect(pair(entries, [movement('row', change)])).toEqual([['entry', 'row']]);
});
