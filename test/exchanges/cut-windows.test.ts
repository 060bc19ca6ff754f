/** A response that may be incomplete must not count as a completely read window. */
import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { BINANCE } from '../../src/exchanges/binance/profile.ts';
import { BITVAVO } from '../../src/exchanges/bitvavo/profile.ts';
import { BYBIT } from '../../src/exchanges/bybit/profile.ts';
import type { ExchangeProfile } from '../../src/exchanges/profile.ts';
import { importAccount } from '../../src/exchanges/registry.ts';
import { type Parameters, scriptContext } from './scripted-client.ts';

const NOW_MS = Date.UTC(2024, 5, 10);

/** Reads a day of a source that gets these responses. */
async function readDay(
  profile: ExchangeProfile,
  sourceName: string,
  respond: (parameters: Parameters) => unknown,
) {
  const { openAccount } = await importAccount(profile);
  const account = openAccount(scriptContext(NOW_MS, (_, parameters) => respond(parameters)));
  const source = profile.sources.find(({ name }) => name === sourceName)!;
  return account.readWindow(source, NOW_MS - DAY_MS, NOW_MS);
}

const rowsOf = (count: number): object[] => Array.from({ length: count }, () => ({}));
const CUT = { code: 'window_overflow' };

it("divides Binance's window of distributions if the response has fewer rows than the total", async () => {
  const reading = readDay(BINANCE, 'rewards', () => ({ rows: rowsOf(20), total: 21 }));
  await expect(reading).rejects.toMatchObject(CUT);
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
