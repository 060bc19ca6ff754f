import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../src/domain/duration.ts';
import { generateHistory, type HistoryOptionsOf } from './catalogue.ts';
import { BalanceSheet } from './balance-sheet.ts';
import { generateBinanceHistory } from './binance/history.ts';
import { generateKrakenHistory } from './kraken/history.ts';
import { FIAT_ASSET } from './okx/records.ts';
import { reportedAt } from './truth.ts';
import type { TruthRow } from './truth.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);

function gapsInDays(rows: readonly TruthRow[]): number[] {
  const times = rows.map(({ timestampMs }) => timestampMs).filter((ms) => ms < NOW_MS);
  return times.slice(1).map((ms, index) => (ms - (times[index] ?? ms)) / DAY_MS);
}

function countInBusiestMillisecond(rows: readonly TruthRow[]): number {
  const counts = new Map<number, number>();
  for (const { timestampMs } of rows) counts.set(timestampMs, (counts.get(timestampMs) ?? 0) + 1);
  return Math.max(...counts.values());
}

describe.each(['binance', 'bybit', 'gate', 'htx', 'kraken', 'okx'] as const)(
  'a history of %s',
  (exchange) => {
    const generate = (options: HistoryOptionsOf<typeof exchange>) =>
      generateHistory(exchange, options);
    const options = { seed: 7, toMs: NOW_MS, equalTimes: 40 };

    it('is equal for equal seeds and different for different ones', () => {
      expect(generate(options)).toEqual(generate(options));
      expect(generate({ ...options, seed: 8 }).rows[0]).not.toEqual(generate(options).rows[0]);
    });

    it('spans four years with a gap of more than 90 days and one of more than a year', () => {
      const { rows } = generate(options);
      expect(rows.length).toBeGreaterThan(290);
      const times = rows.map(({ timestampMs }) => timestampMs);
      expect(times).toEqual(times.toSorted((left, right) => left - right));
      expect(NOW_MS - times[0]!).toBeGreaterThan(3.8 * 365 * DAY_MS);
      const gaps = gapsInDays(rows).toSorted((left, right) => right - left);
      expect(gaps[0]).toBeGreaterThan(399);
      expect(gaps[1]).toBeGreaterThan(99);
    });

    it('has several rows in one millisecond, and a burst on request', () => {
      const { rows } = generate({ ...options, burst: 1_500 });
      expect(countInBusiestMillisecond(rows)).toBeGreaterThan(1);
      const times = rows.map(({ timestampMs }) => timestampMs);
      const busiest = Math.max(
        ...times.map(
          (ms, index) => times.slice(index, index + 1_600).filter((t) => t < ms + DAY_MS).length,
        ),
      );
      expect(busiest).toBeGreaterThan(1_000);
    });

    it('has rows that are pending now and settle, fail or are canceled later', () => {
      const { rows } = generate({ ...options, pending: 7 });
      const isBankTransfer = ({ asset }: TruthRow) => exchange === 'okx' && asset === FIAT_ASSET;
      const moving = rows.filter((row) => row.states.length > 1 && !isBankTransfer(row));
      expect(moving).toHaveLength(7);
      expect(new Set(moving.map((row) => reportedAt(row, NOW_MS)?.status))).toEqual(
        new Set(['pending']),
      );
      const later = NOW_MS + 10 * DAY_MS;
      const settled = new Set(moving.map((row) => reportedAt(row, later)?.status));
      expect(settled).toEqual(new Set(['completed', 'failed', 'canceled']));
      for (const row of moving) {
        expect(reportedAt(row, (row.states[0]?.fromMs ?? 0) - 1)).toBeUndefined();
      }
    });

    it('has no negative balance', () => {
      const history = generate({ ...options, burst: 500, pending: 7 });
      const sheet = new BalanceSheet(history);
      for (const { atMs } of history.balanceChanges) {
        for (const { free } of sheet.at(atMs)) expect(free).not.toMatch(/^-/);
      }
      expect(sheet.at(NOW_MS)).toEqual(new BalanceSheet(history).at(NOW_MS));
    });

    it('has unique identifiers', () => {
      const { rows } = generate({ ...options, burst: 3_000 });
      const ids = rows.map(({ recordId }) => recordId).filter((id) => id !== undefined);
      expect(new Set(ids).size).toBe(ids.length);
    });
  },
);

describe('what should be reported', () => {
  it('excludes trades and malformed rows', () => {
    const { rows } = generateKrakenHistory({ seed: 7, toMs: NOW_MS });
    const reported = rows.filter((row) => reportedAt(row, NOW_MS) !== undefined);
    const types = new Set(reported.flatMap(({ wire }) => wire.ledgers.map(({ type }) => type)));
    for (const type of ['trade', 'spend', 'receive']) expect(types).not.toContain(type);
    for (const type of ['deposit', 'withdrawal', 'transfer', 'staking', 'earn']) {
      expect(types).toContain(type);
    }
    expect(rows.filter(({ malformed }) => malformed)).toHaveLength(1);
  });

  it('has the common names of assets, also for staked ones', () => {
    const { rows } = generateKrakenHistory({ seed: 7, toMs: NOW_MS, count: 2_000 });
    const named = new Map(rows.map(({ asset, wire }) => [wire.assetId, asset]));
    expect(Object.fromEntries(named)).toMatchObject({
      XXBT: 'BTC',
      XXDG: 'DOGE',
      ZEUR: 'EUR',
      XTZ: 'XTZ',
      ZRX: 'ZRX',
      'DOT.S': 'DOT',
      'XBT.M': 'BTC',
    });
  });

  it("has the ledger's fields of Kraken transfers beyond the reach of the status endpoints", () => {
    const { rows } = generateKrakenHistory({ seed: 7, toMs: NOW_MS });
    const reachMs = 90 * DAY_MS;
    const old = rows.find((row) => row.source === 'deposit')!;
    expect(reportedAt(old, NOW_MS)?.address).not.toBeNull();
    expect(reportedAt(old, NOW_MS, reachMs)).toMatchObject({
      amount: old.amount,
      txid: null,
      address: null,
    });
    const returned = rows.find((row) => row.states[0]?.property === 'return')!;
    expect(reportedAt(returned, NOW_MS, reachMs)?.status).toBe('failed');
    expect(reportedAt(returned, NOW_MS + reachMs, reachMs)).toBeUndefined();
  });

  it('includes amounts of 18 decimals', () => {
    const { rows } = generateBinanceHistory({ seed: 7, toMs: NOW_MS });
    expect(rows.filter(({ amount }) => /\.\d{18}$/.test(amount)).length).toBeGreaterThan(2);
  });
});
