/** The table of `docs/performance.md` says of each floor whether it is met, missed or was not measured. */
import { expect, it } from 'vitest';

import { FLOORS } from '../bench/floors.ts';
import { writeReport } from '../bench/report.ts';

const RUN = { date: '2026-01-02', machine: 'a machine', pinned: true };
const BYTES = 'stored bytes of a row with indexes and counts, SQLite';
const PAGE = 'default page, cached, SQLite';

function measure(name: string, measured: number | null): string {
  const result = { name, work: `${name}, 7 rows`, measured };
  return writeReport({ ...RUN, results: [result] });
}

it('names the day and the machine', () => {
  expect(measure(BYTES, 400)).toContain('Measured on 2026-01-02: a machine, pinned to cores.');
});

it('reports a maximum as met up to its bound, and as missed beyond it', () => {
  expect(measure(BYTES, 400)).toContain(`| ${BYTES}, 7 rows | ≤ 400 bytes | 400 bytes | met |`);
  expect(measure(BYTES, 401)).toContain('| 401 bytes | **missed** |');
});

it('reports a minimum as met from its bound on, and as missed below it', () => {
  expect(measure(PAGE, 0.75)).toContain('| ≥ 0.75 | 0.75 | met |');
  expect(measure(PAGE, 0.749)).toContain('| 0.749 | **missed** |');
});

it('lists each floor without a figure as not measured', () => {
  const lines = measure(BYTES, null).split('\n');
  const unmeasured = lines.filter((line) => line.endsWith('| — | not measured in this run |'));
  expect(unmeasured).toHaveLength(Object.keys(FLOORS).length);
});

it('refuses a result without a floor', () => {
  expect(() => measure('a work that has no floor', 1)).toThrow('no floor');
});
