import { expect, it } from 'vitest';

import { type RawRow, UnreadableRowError } from '../mapping/raw-row.ts';
import { readParts } from './row-parts.ts';

/** Returns a list of which the first entry cannot be read. */
const listOf = (length: number): readonly string[] =>
  Array.from({ length }, (_, index) => (index === 0 ? 'odd' : `entry ${index}`));

/** Reads the list at a path, and refuses it if it contains the odd entry. */
function readAt(row: RawRow, path: readonly string[]) {
  return readParts(row, (part) => {
    let value: unknown = part;
    for (const field of path) value = (value as RawRow)[field];
    const entries = value as readonly string[];
    if (entries.includes('odd')) throw new UnreadableRowError('an entry is odd');
    return entries;
  });
}

it('reads the other entries of a list with up to 200, and none of a longer list', () => {
  const { values, lost } = readAt({ list: listOf(200) }, ['list']);
  expect(values).toHaveLength(199);
  expect(lost).toEqual([{ entry: 'odd', index: 0, reason: 'an entry is odd' }]);
  expect(() => readAt({ list: listOf(201) }, ['list'])).toThrow('an entry is odd');
});

it('reads the other entries of a list in up to three parts of a row, and none of a deeper list', () => {
  const list = listOf(3);
  expect(readAt({ a: { b: { c: { list } } } }, ['a', 'b', 'c', 'list']).values).toEqual([
    'entry 1',
    'entry 2',
  ]);
  const deeper = { a: { b: { c: { d: { list } } } } };
  expect(() => readAt(deeper, ['a', 'b', 'c', 'd', 'list'])).toThrow('an entry is odd');
});
