import { describe, expect, it } from 'vitest';

import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';
import { readPagedWindow, readUnpagedWindow } from './window-rows.ts';

const SOURCE: HistorySource = {
  name: 'deposits',
  startMs: 0,
  windowMsMax: 1000,
  windowMsMin: 10,
  overlapMs: 0,
  order: 'newest-first',
  optional: false,
};
const WIDE = { source: SOURCE, fromMs: 0, toMs: 11, rowsMax: 2 };
const NARROW = { ...WIDE, toMs: 10 };

describe('readPagedWindow', () => {
  it('takes a response that is not full for all of the window', async () => {
    expect(await readPagedWindow(WIDE, async () => [1])).toEqual([1]);
  });

  it('divides a window whose first response is full, as long as it can be divided', async () => {
    const asked: number[] = [];
    const reading = readPagedWindow(WIDE, async (page) => {
      asked.push(page);
      return [1, 2];
    });
    await expect(reading).rejects.toBeInstanceOf(WindowOverflowError);
    expect(asked).toEqual([0]);
  });

  it('reads what cannot be divided page by page, each behind the one before', async () => {
    const pages = [[1, 2], [3, 4], [5]];
    const asked: unknown[] = [];
    const rows = await readPagedWindow(NARROW, async (page, before) => {
      asked.push([page, before]);
      return pages[page]!;
    });
    expect(rows).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([
      [0, []],
      [1, [1, 2]],
      [2, [3, 4]],
    ]);
  });

  it('divides a window whose response has a usual length below the limit that was requested', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => index);
    const window = { ...WIDE, rowsMax: 1000 };
    const asked = readPagedWindow(window, async () => rows);
    await expect(asked).rejects.toBeInstanceOf(WindowOverflowError);
    const atOnce = readUnpagedWindow(window, async () => rows);
    await expect(atOnce).rejects.toBeInstanceOf(WindowOverflowError);
    expect(await readPagedWindow(window, async () => rows.slice(1))).toHaveLength(99);
    expect(await readUnpagedWindow({ ...window, toMs: 10 }, async () => rows)).toHaveLength(100);
  });

  it('gives up on a list that does not end', async () => {
    const reading = readPagedWindow(NARROW, async () => [1, 2]);
    await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
  });
});

describe('readUnpagedWindow', () => {
  it('divides a full window, and refuses a full one that cannot be divided', async () => {
    expect(await readUnpagedWindow(NARROW, async () => [1])).toEqual([1]);
    const wide = readUnpagedWindow(WIDE, async () => [1, 2]);
    await expect(wide).rejects.toBeInstanceOf(WindowOverflowError);
    const narrow = readUnpagedWindow(NARROW, async () => [1, 2]);
    await expect(narrow).rejects.toBeInstanceOf(ExchangeError);
  });
});

it('refuses a page that is longer than was requested, if the window cannot be divided', async () => {
  const ask = () => Promise.resolve(Array.from({ length: 101 }, () => ({})));
  const source = { name: 'deposits', windowMsMin: 1000 } as HistorySource;
  const window = { source, fromMs: 0, rowsMax: 100 };
  await expect(readPagedWindow({ ...window, toMs: 1000 }, ask)).rejects.toMatchObject({
    code: 'exchange_unavailable',
  });
  await expect(readPagedWindow({ ...window, toMs: 1001 }, ask)).rejects.toMatchObject({
    code: 'window_overflow',
  });
});
