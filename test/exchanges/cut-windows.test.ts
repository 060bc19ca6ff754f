/** A response that may be incomplete must not count as a completely read window. */
import { expect, it } from 'vitest';

import { DAY_MS, SECOND_MS } from '../../src/domain/duration.ts';
import { BINANCE } from '../../src/exchanges/binance/profile.ts';
import { BITGET } from '../../src/exchanges/bitget/profile.ts';
import { BITVAVO } from '../../src/exchanges/bitvavo/profile.ts';
import { BYBIT } from '../../src/exchanges/bybit/profile.ts';
import { CRYPTOCOM } from '../../src/exchanges/cryptocom/profile.ts';
import { GATE } from '../../src/exchanges/gate/profile.ts';
import { HTX } from '../../src/exchanges/htx/profile.ts';
import { KRAKEN } from '../../src/exchanges/kraken/profile.ts';
import type { ExchangeProfile } from '../../src/exchanges/profile.ts';
import { importAccount } from '../../src/exchanges/registry.ts';
import { type Parameters, scriptContext } from './scripted-client.ts';

const NOW_MS = Date.UTC(2024, 5, 10);

/** Reads a window of a source that gets these responses. Default: the shortest window. */
async function readWindow(
  profile: ExchangeProfile,
  sourceName: string,
  respond: (parameters: Parameters) => unknown,
  spanMs?: number,
) {
  const { openAccount } = await importAccount(profile);
  const account = openAccount(scriptContext(NOW_MS, (_, parameters) => respond(parameters)));
  const source = profile.sources.find(({ name }) => name === sourceName)!;
  return account.readWindow(source, NOW_MS - (spanMs ?? source.windowMsMin), NOW_MS);
}

/** Reads a day of a source that gets these responses. */
function readDay(
  profile: ExchangeProfile,
  sourceName: string,
  respond: (parameters: Parameters) => unknown,
) {
  return readWindow(profile, sourceName, respond, DAY_MS);
}

const rowsOf = (count: number): object[] => Array.from({ length: count }, () => ({}));
const CUT = { code: 'window_overflow' };

it("divides Binance's window of distributions if the response has fewer rows than the total", async () => {
  const reading = readDay(BINANCE, 'rewards', () => ({ rows: rowsOf(20), total: 21 }));
  await expect(reading).rejects.toMatchObject(CUT);
});

it("fails if Binance's shortest window of distributions has fewer rows than the total", async () => {
  const respond = (total?: number) => () => ({ rows: rowsOf(20), total });
  const reading = readWindow(BINANCE, 'rewards', respond(21));
  await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
  expect((await readWindow(BINANCE, 'rewards', respond(20))).unreadable).toHaveLength(20);
  expect((await readDay(BINANCE, 'rewards', respond())).unreadable).toHaveLength(20);
});

it("reads Binance's fiat orders without a total up to a page that is not full", async () => {
  const pages = [rowsOf(500), rowsOf(3)];
  const reading = await readDay(BINANCE, 'fiat-deposits', ({ page }) => ({
    data: pages[Number(page) - 1],
  }));
  expect(reading.unreadable).toHaveLength(503);
  const zero = await readDay(BINANCE, 'fiat-deposits', () => ({ data: rowsOf(3), total: 0 }));
  expect(zero.unreadable).toHaveLength(3);
});

it("reads pages of Binance's fiat orders up to the total", async () => {
  const pages = [rowsOf(400), rowsOf(100), []];
  const reading = await readDay(BINANCE, 'fiat-deposits', ({ page }) => ({
    data: pages[Number(page) - 1],
    total: 500,
  }));
  expect(reading.unreadable).toHaveLength(500);
  let requests = 0;
  const cut = readDay(BINANCE, 'fiat-deposits', () => {
    requests += 1;
    return { data: [], total: 500 };
  });
  await expect(cut).rejects.toMatchObject({ code: 'exchange_unavailable' });
  // A request weighs half of what Binance allows in a minute.
  expect(requests).toBe(1);
});

it('treats a missing list of Binance as empty only if the total is zero', async () => {
  const empty = await readDay(BINANCE, 'transfers', () => ({ total: 0 }));
  expect(empty).toEqual({ transactions: [], unreadable: [] });
  const missing = readDay(BINANCE, 'transfers', () => ({ total: 3 }));
  await expect(missing).rejects.toMatchObject({ code: 'exchange_unavailable' });
});

it("divides Bybit's window at a full page without a cursor", async () => {
  const respond = (count: number) => () => ({
    result: { rows: rowsOf(count), nextPageCursor: '' },
  });
  await expect(readDay(BYBIT, 'deposits', respond(50))).rejects.toMatchObject(CUT);
  expect((await readDay(BYBIT, 'deposits', respond(49))).unreadable).toHaveLength(49);
  expect((await readWindow(BYBIT, 'deposits', respond(50))).unreadable).toHaveLength(50);
  const none = await readDay(BYBIT, 'deposits', () => ({ result: { rows: null } }));
  expect(none).toEqual({ transactions: [], unreadable: [] });
  const missing = readDay(BYBIT, 'deposits', () => ({ retCode: 0 }));
  await expect(missing).rejects.toMatchObject({ code: 'exchange_unavailable' });
});

it("reads Bybit's pages to an empty page, or to a page that is returned again for its cursor", async () => {
  const read = async (...pages: readonly (readonly [rows: object[], cursor: string])[]) => {
    const cursors: unknown[] = [];
    const { unreadable } = await readDay(BYBIT, 'deposits', ({ cursor }) => {
      const [rows, nextPageCursor] = pages[Math.min(cursors.length, pages.length - 1)]!;
      cursors.push(cursor);
      return { result: { rows, nextPageCursor } };
    });
    return [unreadable.length, cursors];
  };
  expect(await read([rowsOf(50), 'a'], [rowsOf(1), ''])).toEqual([51, [undefined, 'a']]);
  expect(await read([rowsOf(50), 'a'], [[], 'b'])).toEqual([50, [undefined, 'a']]);
  expect(await read([[{ id: 1 }], 'a'])).toEqual([1, [undefined, 'a']]);
  expect(await read([[{ id: 1 }], 'a'], [[{ id: 2 }], 'a'])).toEqual([2, [undefined, 'a', 'a']]);
});

it.each([
  { profile: BYBIT, source: 'deposits', rowsMax: 50 },
  { profile: GATE, source: 'deposits', rowsMax: 500 },
  { profile: GATE, source: 'account-book', rowsMax: 1000 },
])(
  'does not divide a second of $profile.name, $source, because its bounds are whole seconds',
  async ({ profile, source, rowsMax }) => {
    const respond = ({ offset, page }: Parameters) => {
      const rows = rowsOf(offset === rowsMax || page === 2 ? 1 : rowsMax);
      return profile === GATE ? rows : { result: { rows } };
    };
    const { unreadable } = await readWindow(profile, source, respond, SECOND_MS);
    expect(unreadable.length).toBeGreaterThanOrEqual(rowsMax);
  },
);

it("divides Bitvavo's window at a full page of the account's history without a count", async () => {
  const respond = (count: number) => () => ({ items: rowsOf(count) });
  await expect(readDay(BITVAVO, 'history', respond(100))).rejects.toMatchObject(CUT);
  expect((await readDay(BITVAVO, 'history', respond(99))).transactions).toEqual([]);
});

it("divides Bybit's window after twenty pages", async () => {
  let pages = 0;
  const respond = () => ({ result: { rows: rowsOf(1), nextPageCursor: String((pages += 1)) } });
  await expect(readDay(BYBIT, 'deposits', respond)).rejects.toMatchObject(CUT);
  expect(pages).toBe(20);
  await expect(readWindow(BYBIT, 'deposits', respond)).rejects.toMatchObject({
    code: 'exchange_unavailable',
  });
});

it("fails if the last row of a full page of Bitget's shortest window has no id", async () => {
  const reading = readWindow(BITGET, 'deposits', () => ({ data: rowsOf(100) }));
  await expect(reading).rejects.toThrow(/the last row of a page has no id/);
});

it.each([
  { profile: BINANCE, source: 'deposits', by: 'offset', rowsMax: 1000, pages: [undefined, 1000] },
  {
    profile: BINANCE,
    source: 'withdrawals',
    by: 'offset',
    rowsMax: 1000,
    pages: [undefined, 1000],
  },
  { profile: BINANCE, source: 'transfers', by: 'current', rowsMax: 100, pages: [1, 2] },
  { profile: BITGET, source: 'deposits', by: 'idLessThan', rowsMax: 100, pages: [undefined, '99'] },
  { profile: BITGET, source: 'bills', by: 'idLessThan', rowsMax: 500, pages: [undefined, '499'] },
  // Without a type, and then by type.
  { profile: BITVAVO, source: 'history', by: 'page', rowsMax: 100, pages: [1, 1, 2] },
  { profile: CRYPTOCOM, source: 'deposits', by: 'page', rowsMax: 200, pages: ['0', '1'] },
  { profile: GATE, source: 'deposits', by: 'offset', rowsMax: 500, pages: [0, 500] },
  { profile: GATE, source: 'account-book', by: 'page', rowsMax: 1000, pages: [1, 2] },
])(
  'reads the pages of the shortest window of $profile.name, $source, by $by',
  async ({ profile, source, by, rowsMax, pages }) => {
    const requested: unknown[] = [];
    await readWindow(profile, source, ({ [by]: page }) => {
      requested.push(page);
      const rows = Array.from({ length: page === pages[0] ? rowsMax : 1 }, (_, id) => ({
        [source === 'bills' ? 'billId' : 'orderId']: String(id),
      }));
      const list = { rows, data: rows, items: rows, deposit_list: rows };
      const isBare = profile === GATE || (profile === BINANCE && source !== 'transfers');
      return isBare ? rows : { ...list, result: list };
    });
    expect(requested.slice(0, pages.length)).toEqual(pages);
    expect(new Set(requested)).toEqual(new Set<unknown>(pages));
  },
);

it("divides Crypto.com's window at a full page, also if the exchange returns smaller pages", async () => {
  const respond = (count: number, page_size?: number) => () => ({
    result: { deposit_list: rowsOf(count), page_size },
  });
  const read = (...page: [number, number?]) => readDay(CRYPTOCOM, 'deposits', respond(...page));
  await expect(read(200)).rejects.toMatchObject(CUT);
  await expect(read(50, 50)).rejects.toMatchObject(CUT);
  // A size that is larger than the requested one does not make a full page a short one.
  await expect(read(200, 300)).rejects.toMatchObject(CUT);
  for (const page_size of [undefined, 0, 51, 300]) {
    expect((await read(50, page_size)).unreadable).toHaveLength(50);
  }
});

it.each([
  { profile: BITVAVO, source: 'deposits', rowsMax: 1000 },
  { profile: BITVAVO, source: 'withdrawals', rowsMax: 1000 },
  { profile: CRYPTOCOM, source: 'staking-rewards', rowsMax: 500 },
])(
  'divides a full window of $profile.name, $source, and fails the shortest one, because the list has no pages',
  async ({ profile, source, rowsMax }) => {
    const respond = (count: number) => () => {
      const data = rowsOf(count);
      return profile === BITVAVO ? data : { result: { data } };
    };
    await expect(readDay(profile, source, respond(rowsMax))).rejects.toMatchObject(CUT);
    const full = { code: 'exchange_unavailable' };
    await expect(readWindow(profile, source, respond(rowsMax))).rejects.toMatchObject(full);
    const reading = await readWindow(profile, source, respond(rowsMax - 1));
    expect(reading.unreadable).toHaveLength(rowsMax - 1);
  },
);

it("reads a day of Crypto.com's ledger by type only if the response is full", async () => {
  const read = async (count: number) => {
    const types: unknown[] = [];
    const reading = await readDay(CRYPTOCOM, 'ledger', ({ journal_type }) => {
      types.push(journal_type);
      return { result: { data: journal_type === undefined ? rowsOf(count) : [{ journal_type }] } };
    });
    return [reading.unreadable.length, types.length];
  };
  expect(await read(99)).toEqual([99, 1]);
  const [rows, requests] = await read(100);
  expect(requests).toBeGreaterThan(5);
  expect(rows).toBe(100 + requests! - 1);
});

it.each([
  { profile: BINANCE, source: 'fiat-deposits', rowsMax: 500 },
  { profile: BITVAVO, source: 'history', rowsMax: 100 },
  { profile: CRYPTOCOM, source: 'deposits', rowsMax: 200 },
  { profile: HTX, source: 'deposits', rowsMax: 1 },
  { profile: HTX, source: 'transfers', rowsMax: 1 },
  { profile: KRAKEN, source: 'ledgers', rowsMax: 1 },
])(
  'fails the shortest window of $profile.name, $source, if its pages do not end',
  async ({ profile, source, rowsMax }) => {
    let next = 1_000_000;
    const reading = readWindow(profile, source, () => {
      next -= 1;
      const rows = Array.from({ length: rowsMax }, () => ({ id: next, type: 'spot' }));
      return {
        data: rows,
        total: Infinity,
        items: rows,
        totalPages: Infinity,
        nextId: next,
        result: { deposit_list: rows, ledger: {}, count: 0, deposits: rows, next_cursor: next },
      };
    });
    await expect(reading).rejects.toMatchObject({
      code: 'exchange_unavailable',
      message: expect.stringMatching(/more than \d+ pages/),
    });
  },
);
