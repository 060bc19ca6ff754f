import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../domain/duration.ts';
import { PAGE_ROWS_MAX, readRecordsById } from './records-by-id.ts';

const NOW_MS = Date.UTC(2024, 5, 10);

interface Row {
  readonly id: unknown;
  readonly 'created-at': unknown;
}

/** Returns rows with decreasing identifiers, newest first, one per hour. */
function hourlyRows(count: number, lowest = 1000): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: lowest + count - 1 - index,
    'created-at': NOW_MS - index * (DAY_MS / 24),
  }));
}

/** Returns pages as the exchange does, of a list that may grow between two pages. */
function serve(rows: Row[], { begin = 'with', size = PAGE_ROWS_MAX, between = () => {} } = {}) {
  const requested: (string | undefined)[] = [];
  const readPage = async (from: string | undefined): Promise<readonly Row[]> => {
    if (requested.length > 0) between();
    requested.push(from);
    await Promise.resolve();
    const bound = from === undefined ? Infinity : Number(from);
    const behind = rows.filter(({ id }) =>
      begin === 'with' ? !(Number(id) > bound) : !(Number(id) >= bound),
    );
    return behind.slice(0, size);
  };
  return { requested, readPage };
}

describe('readRecordsById', () => {
  it.each(['with', 'behind'])(
    'returns every row once if a page begins %s the requested row',
    async (begin) => {
      const rows = hourlyRows(1234);
      const { readPage } = serve(rows, { begin });
      expect(await readRecordsById(readPage, 0)).toEqual(rows);
    },
  );

  it('continues after a short page', async () => {
    const rows = hourlyRows(90);
    const { requested, readPage } = serve(rows, { size: 20 });
    expect(await readRecordsById(readPage, 0)).toEqual(rows);
    expect(requested).toHaveLength(6);
  });

  it('returns all rows if thousands of rows arrive between pages', async () => {
    const rows = hourlyRows(1100);
    const all = [...rows];
    let id = 5000;
    const between = (): void => {
      for (let count = 0; count < 1000; count += 1) {
        rows.unshift({ id: (id += 1), 'created-at': NOW_MS });
      }
    };
    const { readPage } = serve(rows, { between });
    expect(await readRecordsById(readPage, 0)).toEqual(all);
  });

  it('distinguishes identifiers that are equal as binary floats', async () => {
    const rows = ['9007199254740995', '9007199254740994', '9007199254740993'].map((id) => ({
      id,
      'created-at': NOW_MS,
    }));
    expect(await readRecordsById(() => Promise.resolve(rows), 0)).toEqual(rows);
  });

  it('ends after a page that is older than the requested time', async () => {
    const { requested, readPage } = serve(hourlyRows(5000));
    const rows = await readRecordsById(readPage, NOW_MS - 25 * DAY_MS);
    expect(rows.length).toBeGreaterThanOrEqual(25 * 24);
    expect(requested).toHaveLength(3);
  });

  it('continues after a row without a time, one out of order, and one without identifier', async () => {
    const rows = hourlyRows(1400);
    rows.splice(600, 1, { id: rows[600]!.id, 'created-at': undefined });
    rows.splice(1100, 1, { id: rows[1100]!.id, 'created-at': NOW_MS });
    rows.splice(650, 0, { id: '', 'created-at': NOW_MS });
    const { readPage } = serve(rows);
    const found = await readRecordsById(readPage, NOW_MS - 10 * DAY_MS);
    expect(found).toContain(rows[1101]);
    expect(found).toContain(rows[650]);
  });

  it.each([undefined, null, 0, '', 'soon'])(
    'continues after an old page with a row whose time is %j',
    async (time) => {
      const rows = hourlyRows(1400);
      rows[700] = { id: rows[700]!.id, 'created-at': time };
      const late = { id: rows[1399]!.id, 'created-at': NOW_MS };
      rows[1399] = late;
      const { readPage } = serve(rows);
      expect(await readRecordsById(readPage, NOW_MS - DAY_MS)).toContain(late);
    },
  );

  it('returns each row once if the list ignores the requested beginning', async () => {
    const nameless = [1, 2].map((ms) => ({ id: null, 'created-at': NOW_MS + ms }));
    const rows = [...hourlyRows(3), ...nameless, null];
    expect(await readRecordsById(() => Promise.resolve(rows), 0)).toEqual(rows);
    expect(await readRecordsById(() => Promise.resolve([]), 0)).toEqual([]);
    const old = [null, { id: 5, 'created-at': NOW_MS - DAY_MS }];
    expect(await readRecordsById(() => Promise.resolve(old), NOW_MS)).toEqual(old);
  });

  it('fails if full pages have no lower identifier', async () => {
    const full = hourlyRows(PAGE_ROWS_MAX);
    const nameless = full.map((row) => ({ ...row, id: undefined }));
    for (const rows of [full, nameless]) {
      await expect(readRecordsById(() => Promise.resolve(rows), 0)).rejects.toMatchObject({
        code: 'exchange_unavailable',
      });
    }
  });
});
