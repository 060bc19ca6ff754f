import { expect, it } from 'vitest';

import { keyById, mapEach, mapRows, quarantineRow } from './map-rows.ts';
import { type RawRow, requireText } from './raw-row.ts';

const readName = (row: RawRow) => requireText(row, 'name');
const keyOf = (row: RawRow) => keyById('row', 'id', row);

it('maps rows, omits those mapped to nothing, and quarantines those that cannot be read', () => {
  const map = (row: RawRow) => (row['name'] === 'skip' ? undefined : readName(row));
  const rows = [{ name: 'a' }, { name: 'skip' }, { id: 7 }, null, ['b'], { name: 'b' }];
  expect(mapEach('rows', rows, map, keyOf)).toMatchObject({
    values: ['a', 'b'],
    unreadable: [
      { key: 'row:7', raw: '{"id":7}', reason: 'name is missing' },
      { raw: 'null', reason: 'the row is not an object' },
      { raw: '["b"]', reason: 'the row is not an object' },
    ],
  });
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
