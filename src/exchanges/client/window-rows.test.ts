import { describe, expect, it } from 'vitest';

import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';
import { isUsualLength, readPagedWindow, readUnpagedWindow } from './window-rows.ts';

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
  it('accepts a response that is not full as the whole window', async () => {
    expect(await readPagedWindow(WIDE, async () => [1])).toEqual([1]);
  });

  it('divides a window after a full response, if it can be divided', async () => {
    const requested: number[] = [];
    const reading = readPagedWindow(WIDE, async (page) => {
      requested.push(page);
      return [1, 2];
    });
    await expect(reading).rejects.toBeInstanceOf(WindowOverflowError);
    expect(requested).toEqual([0]);
  });

  it('reads a window that cannot be divided page by page, each page after the previous one', async () => {
    const pages = [[1, 2], [3, 4], [5]];
    const requested: unknown[] = [];
    const rows = await readPagedWindow(NARROW, async (page, before) => {
      requested.push([page, before]);
      return pages[page]!;
    });
    expect(rows).toEqual([1, 2, 3, 4, 5]);
    expect(requested).toEqual([
      [0, []],
      [1, [1, 2]],
      [2, [3, 4]],
    ]);
  });

  it('divides a window if the number of rows is a usual limit below the requested one', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => index);
    const window = { ...WIDE, rowsMax: 1000 };
    const requested = readPagedWindow(window, async () => rows);
    await expect(requested).rejects.toBeInstanceOf(WindowOverflowError);
    const atOnce = readUnpagedWindow(window, async () => rows);
    await expect(atOnce).rejects.toBeInstanceOf(WindowOverflowError);
    const fifty = readPagedWindow(window, async () => rows.slice(50));
    await expect(fifty).rejects.toBeInstanceOf(WindowOverflowError);
    expect(await readPagedWindow(window, async () => rows.slice(1))).toHaveLength(99);
    expect(await readPagedWindow(window, async () => rows.slice(51))).toHaveLength(49);
    expect(await readPagedWindow(window, async () => rows.slice(60))).toHaveLength(40);
    expect(await readUnpagedWindow({ ...window, toMs: 10 }, async () => rows)).toHaveLength(100);
  });

  it('fails for a list that does not end', async () => {
    let pages = 0;
    const reading = readPagedWindow(NARROW, async () => {
      pages += 1;
      return [1, 2];
    });
    await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
    expect(pages).toBe(100);
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

it.each([10, 15, 16, 20, 25, 30, 32, 50, 64, 75, 100, 128, 200, 256, 500, 512, 1000, 1024])(
  '%i rows are a usual limit of a response',
  (length) => {
    expect(isUsualLength(length)).toBe(true);
  },
);

it.each([0, 1, 31, 33, 63, 99, 127, 511])('%i rows are no usual limit', (length) => {
  expect(isUsualLength(length)).toBe(false);
});

it('refuses a page that is longer than was requested, if the window cannot be divided', async () => {
  const readPage = () => Promise.resolve(Array.from({ length: 101 }, () => ({})));
  const source = { name: 'deposits', windowMsMin: 1000 } as HistorySource;
  const window = { source, fromMs: 0, rowsMax: 100 };
  await expect(readPagedWindow({ ...window, toMs: 1000 }, readPage)).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: expect.stringContaining('101 rows'),
  });
  await expect(readPagedWindow({ ...window, toMs: 1001 }, readPage)).rejects.toMatchObject({
    code: 'window_overflow',
  });
});
