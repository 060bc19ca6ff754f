import { expect, it } from 'vitest';

import { type Progress, ProgressMeter } from './progress.ts';

interface MeterOptions {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A meter whose clock and output the test controls. */
function openMeter({ isTTY = true, columns = 80, env = {} }: MeterOptions = {}) {
  const written: string[] = [];
  let nowMs = 0;
  const stderr = { isTTY, columns, write: (text: string) => written.push(text) > 0 };
  const meter = new ProgressMeter({ stderr, env, now: () => nowMs });
  return {
    meter,
    written,
    at: (timeMs: number, progress: Partial<Progress>) => {
      nowMs = timeMs;
      meter.update({ activity: 'stored', unit: 'rows', done: 0, ...progress });
    },
  };
}

const CLEAR = '\r\u001B[K';

it('refreshes one line on a terminal, with part, rows, rate and time left', () => {
  const { meter, written, at } = openMeter();
  at(0, { done: 0, total: 1_000_000 });
  at(100, { done: 1000, total: 1_000_000 });
  at(4000, { done: 250_000, total: 1_000_000 });
  at(4100, { done: 260_000, total: 1_000_000 });
  meter.clear();
  meter.clear();
  expect(written).toEqual([
    `${CLEAR}25 %, 250,000 of 1,000,000 rows stored, 62,500 rows/s, 12 s left`,
    CLEAR,
  ]);
});

it('draws a bar if the terminal has room for it, and never wraps', () => {
  const wide = openMeter({ columns: 200 });
  wide.at(300, { done: 1, total: 2 });
  expect(wide.written).toEqual([
    `${CLEAR}${'█'.repeat(12)}${'░'.repeat(12)} 50 %, 1 of 2 rows stored`,
  ]);
  const narrow = openMeter({ columns: 11 });
  narrow.at(300, { done: 1, total: 2 });
  expect(narrow.written).toEqual([`${CLEAR}50 %, 1 of`]);
});

it.each([
  ['no terminal', { isTTY: false }],
  ['TERM=dumb', { env: { TERM: 'dumb' } }],
  ['NO_COLOR', { env: { TERM: 'xterm', NO_COLOR: '1' } }],
])('writes plain lines at a bounded rhythm with %s', (_name, options) => {
  const { meter, written, at } = openMeter(options);
  for (let timeMs = 0; timeMs <= 12_000; timeMs += 100) {
    at(timeMs, { activity: 'read', done: timeMs, fraction: timeMs / 20_000 });
  }
  meter.note('wallet_1: copied');
  meter.clear();
  expect(written).toEqual([
    '25 %, 5,000 rows read, 1,000 rows/s, 15 s left\n',
    '50 %, 10,000 rows read, 1,000 rows/s, 10 s left\n',
    'wallet_1: copied\n',
  ]);
});

it('writes a note on its own line, and continues below it', () => {
  const { meter, written, at } = openMeter();
  at(300, { done: 7, unit: 'checks', activity: 'done', detail: 'balances' });
  meter.note('warning: x');
  at(600, { done: 8, unit: 'checks', activity: 'done', detail: 'imports' });
  expect(written).toEqual([
    `${CLEAR}7 checks done, balances`,
    CLEAR,
    'warning: x\n',
    `${CLEAR}8 checks done, imports`,
  ]);
});

it('measures rate and time left from the beginning of each activity', () => {
  const { written, at } = openMeter({ isTTY: false });
  at(0, { activity: 'read', done: 0 });
  at(6000, { activity: 'read', done: 600 });
  at(7000, { activity: 'stored', done: 0, total: 600 });
  at(11_000, { activity: 'stored', done: 200, total: 600 });
  expect(written).toEqual([
    '600 rows read, 100 rows/s\n',
    '33 %, 200 of 600 rows stored, 50 rows/s, 8 s left\n',
  ]);
});

it('estimates no time left in the first two seconds, nor before a hundredth is done', () => {
  const { written, at } = openMeter();
  at(0, { total: 1_000_000 });
  at(1900, { done: 500_000, total: 1_000_000 });
  at(4000, { done: 9000, total: 1_000_000 });
  expect(written).toHaveLength(2);
  expect(written.join()).not.toContain('left');
});

it('shows at most 100 percent of a file that grows while it is read', () => {
  const { written, at } = openMeter({ isTTY: false });
  at(0, { activity: 'read' });
  at(6000, { activity: 'read', done: 600, fraction: 1.2 });
  expect(written).toEqual(['100 %, 600 rows read, 100 rows/s, 0 s left\n']);
});

it('estimates the time left of a history that was partly read before', () => {
  const { written, at } = openMeter({ isTTY: false });
  at(0, { activity: 'read', fraction: 0.5 });
  at(10_000, { activity: 'read', done: 100, fraction: 0.75 });
  expect(written).toEqual(['75 %, 100 rows read, 10 rows/s, 10 s left\n']);
});

it('shows no part of nothing, and the rate since the beginning', () => {
  const { written, at } = openMeter({ isTTY: false });
  at(0, { done: 100, total: 0 });
  at(6000, { done: 700, total: 0 });
  at(12_000, { done: 1300, total: 1000 });
  expect(written).toEqual([
    '700 of 0 rows stored, 100 rows/s\n',
    '100 %, 1,300 of 1,000 rows stored, 100 rows/s, 0 s left\n',
  ]);
});
