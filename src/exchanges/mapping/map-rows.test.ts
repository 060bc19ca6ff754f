import { expect, it } from 'vitest';

import { addDecimals, type Decimal } from '../../domain/decimal.ts';
import { keyById, keyByTexts, mapEach, mapRows, quarantineRow } from './map-rows.ts';
import { type RawRow, requireText, UnreadableRowError } from './raw-row.ts';

const readName = (row: RawRow) => requireText(row, 'name');
const keyOf = (row: RawRow) => keyById('row', 'id', row);

it('maps rows, omits those mapped to nothing, and quarantines those that cannot be read', () => {
  const map = (row: RawRow) => (row['name'] === 'skip' ? undefined : readName(row));
  const rows = [
    { name: 'a' },
    { name: 'skip' },
    { id: 7 },
    null,
    ['b'],
    { other: 1 },
    { name: 'b' },
  ];
  expect(mapEach('rows', rows, map, keyOf)).toMatchObject({
    values: ['a', 'b'],
    unreadable: [
      { key: 'row:7', raw: '{"id":7}', reason: 'name is missing' },
      { raw: 'null', reason: 'the row is not an object' },
      { raw: '["b"]', reason: 'the row is not an object' },
      { key: expect.stringMatching(/^rows:[0-9a-f]{64}$/), raw: '{"other":1}' },
    ],
  });
});

it('quarantines a row with the range that is re-read for it, if it is not the window', () => {
  const window = { fromMs: 1, toMs: 2 };
  const windowOf = (row: unknown) => (row === null ? undefined : window);
  const { unreadable } = mapRows('rows', [{ id: 7 }, null], () => undefined, keyOf, windowOf);
  expect(unreadable).toEqual([
    { key: expect.any(String), raw: 'null', reason: 'the row is not an object' },
  ]);
  const fail = (): never => {
    throw new UnreadableRowError('name is missing');
  };
  const failed = mapRows('rows', [{ id: 7 }], fail, keyOf, windowOf);
  expect(failed.unreadable).toEqual([
    { key: 'row:7', raw: '{"id":7}', reason: 'name is missing', window },
  ]);
});

it('quarantines a row whose amounts have too many digits together, and maps the others', () => {
  const add = (row: RawRow) => addDecimals(row['amount'] as Decimal, '0.001' as Decimal);
  const rows = [{ id: 1, amount: '9'.repeat(127) }, { amount: '9' }];
  const { values, unreadable } = mapEach('rows', rows, add, keyOf);
  expect(values).toEqual(['9.001']);
  expect(unreadable).toMatchObject([
    {
      key: 'row:1',
      reason: expect.stringMatching(/^an amount is not a decimal: "9+001" is too long$/),
    },
  ]);
});

it('fails on an error that is not about the row', () => {
  const fail = () => {
    throw new TypeError('no such property');
  };
  expect(() => mapRows('rows', [{}], fail, keyOf)).toThrow(TypeError);
  expect(() => mapEach('rows', [{}], readName, fail)).toThrow(TypeError);
});

it('identifies a row with an unreadable identifier by its text, and stores a part of a long one', () => {
  const quarantine = (id: string) => quarantineRow('rows', { id }, 'too long', keyOf);
  const long = quarantine('x'.repeat(70_000));
  expect(long.key).toMatch(/^rows:[0-9a-f]{64}$/);
  expect(long.raw).toHaveLength(65_536);
  expect(quarantine('\n').key).not.toBe(quarantine('\t').key);
  expect(quarantine('\n')).toEqual(quarantine('\n'));
});

it('has no key of texts if one of them is missing', () => {
  expect(keyByTexts('networks', 'BTC', 'btc')).toBe('networks:BTC:btc');
  for (const part of ['', undefined, 7, null]) {
    expect(keyByTexts('networks', 'BTC', part)).toBeUndefined();
  }
});
