import { expect, it } from 'vitest';

import { DAY_MS } from '../../domain/duration.ts';
import { describeRows, listReread, type RowFindings } from './row-findings.ts';

const SOUND: RowFindings = {
  id: 'wallet_a',
  isSynced: true,
  imports: [],
  corrupted: [],
  missing: [],
  strayCount: 0,
  areCountsRight: true,
};

function detailOf(...findings: readonly Partial<RowFindings>[]): string {
  const found = findings.map((each) => Object.assign({}, SOUND, each));
  return describeRows(found, false).detail;
}

it('shows a corrupted time that is outside of the calendar in milliseconds', () => {
  const corrupted = [1e18, 0].map((timestampMs) => ({ id: 'tx', timestampMs, importNo: null }));
  const detail = detailOf({ corrupted });
  expect(detail).toContain('tx (1000000000000000000 ms), tx (1970-01-01T00:00:00.000Z)');
});

it('advises to import a file again that was read from standard input', () => {
  const names = ['import_a', 'import_b'];
  const imports = names.map((id, index) => ({ id, importNo: index + 1, fileName: null }));
  const detail = detailOf({ imports, corrupted: [{ id: 'tx', timestampMs: 0, importNo: 1 }] });
  expect(detail).toContain('run `teller import undo import_a` and import its file again');
  expect(detail).not.toContain('import_b');
});

it('lists five rows of a wallet and ten wallets, and counts the others', () => {
  const corrupted = Array.from({ length: 7 }, () => ({ id: 'tx', timestampMs: 0, importNo: null }));
  expect(detailOf({ corrupted }).split('tx (')).toHaveLength(6);
  expect(detailOf({ corrupted })).toContain(', and 2 more others');
  const wallets = Array.from({ length: 12 }, (_, index) => ({ id: `wallet_${index}`, corrupted }));
  expect(detailOf(...wallets)).toContain('. and 2 more wallets');
});

it('re-reads the days around a missing row, and none of a corrupted day', () => {
  const missing = ['day 2024-01-31', 'day 2024-99-99', 'day'].map((period) => ({
    period,
    count: 1,
  }));
  const dayMs = Date.UTC(2024, 0, 31);
  const around = { fromMs: dayMs - DAY_MS, toMs: dayMs + 2 * DAY_MS };
  expect(listReread({ ...SOUND, missing }, false)).toEqual([around]);
  expect(listReread({ ...SOUND, missing }, true)).toEqual([
    { fromMs: around.fromMs, toMs: Number.MAX_SAFE_INTEGER },
  ]);
  expect(listReread({ ...SOUND, missing: missing.slice(1) }, true)).toEqual([]);
});

it('re-reads the day of a corrupted row, unless no row can have its time', () => {
  const dayMs = Date.UTC(2024, 0, 31);
  const corrupted = [-1, 1e18, dayMs + 5].map((timestampMs) => ({
    id: 'tx',
    timestampMs,
    importNo: null,
  }));
  const around = { fromMs: dayMs - DAY_MS, toMs: dayMs + 2 * DAY_MS };
  expect(listReread({ ...SOUND, corrupted }, false)).toEqual([around]);
});
