/** A response that may be incomplete must not count as a completely read window. */
import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { BINANCE } from '../../src/exchanges/binance/profile.ts';
import { BITGET } from '../../src/exchanges/bitget/profile.ts';
import { BITVAVO } from '../../src/exchanges/bitvavo/profile.ts';
import { BYBIT } from '../../src/exchanges/bybit/profile.ts';
import { CRYPTOCOM } from '../../src/exchanges/cryptocom/profile.ts';
import { GATE } from '../../src/exchanges/gate/profile.ts';
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
  const cut = readDay(BINANCE, 'fiat-deposits', () => ({ data: [], total: 500 }));
  await expect(cut).rejects.toMatchObject({ code: 'exchange_unavailable' });
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
  const none = await readDay(BYBIT, 'deposits', () => ({ result: { rows: null } }));
  expect(none).toEqual({ transactions: [], unreadable: [] });
});

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

/** How an exchange names the pages of a list: the pages that are requested if the first one is full. */
const PAGES: readonly [ExchangeProfile, string, string, number, unknown, unknown][] = [
  [BINANCE, 'deposits', 'offset', 1000, undefined, 1000],
  [BINANCE, 'withdrawals', 'offset', 1000, undefined, 1000],
  [BINANCE, 'transfers', 'current', 100, 1, 2],
  [BITGET, 'deposits', 'idLessThan', 100, undefined, '99'],
  [BITVAVO, 'history', 'page', 100, 1, 2],
  [CRYPTOCOM, 'deposits', 'page', 200, '0', '1'],
  [GATE, 'deposits', 'offset', 500, 0, 500],
  [GATE, 'account-book', 'page', 1000, 1, 2],
];

it.each(PAGES)(
  "reads the pages of $0.name's shortest window of %s by %s",
  async (profile, source, parameter, rowsMax, first, second) => {
    const requested: unknown[] = [];
    await readWindow(profile, source, ({ [parameter]: page }) => {
      requested.push(page);
      const rows = Array.from({ length: page === first ? rowsMax : 1 }, (_, id) => ({
        orderId: String(id),
      }));
      const list = { rows, data: rows, items: rows, deposit_list: rows };
      const isBare = profile === GATE || (profile === BINANCE && source !== 'transfers');
      return isBare ? rows : { ...list, result: list };
    });
    expect(requested.slice(0, 2)).toEqual([first, second]);
    expect(new Set(requested)).toEqual(new Set([first, second]));
  },
);
