import { describe, expect, it } from 'vitest';
import { BalanceSheet } from './balance-sheet.ts';
import { makeDemoHistory } from './demo-history.ts';
import { reportedAt } from './truth.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);

describe('demo history', () => {
  it('has about 1,200 transactions over three years in twelve assets', () => {
    const { rows } = makeDemoHistory(NOW_MS);
    const reported = rows.map((row) => reportedAt(row, NOW_MS)).filter((row) => row !== undefined);
    expect(reported).toHaveLength(rows.length);
    expect(reported.length).toBeGreaterThan(1_150);
    expect(reported.length).toBeLessThan(1_250);
    expect(new Set(reported.map(({ asset }) => asset)).size).toBe(12);
    const times = reported.map(({ timestampMs }) => timestampMs);
    expect(Math.min(...times)).toBeGreaterThan(NOW_MS - 3 * 366 * 86_400_000);
    expect(Math.max(...times)).toBeLessThan(NOW_MS);
    expect(reported.filter(({ status }) => status === 'pending')).toHaveLength(5);
  });

  it('is the same for the same time', () => {
    expect(makeDemoHistory(NOW_MS)).toEqual(makeDemoHistory(NOW_MS));
  });

  it('has no negative balance at any time', () => {
    const history = makeDemoHistory(NOW_MS);
    const sheet = new BalanceSheet(history);
    for (const { atMs } of history.balanceChanges) {
      for (const balance of sheet.at(atMs)) expect(balance.free).not.toMatch(/^-/);
    }
    expect(sheet.at(NOW_MS).map(({ assetId }) => assetId)).toContain('EUR');
  });

  it('has addresses that match the pattern of their network, with a tag if the network needs one', () => {
    const { rows } = makeDemoHistory(NOW_MS);
    const xrp = rows.filter(({ asset }) => asset === 'XRP');
    expect(xrp.length).toBeGreaterThan(20);
    for (const row of xrp) {
      expect(row.address).toMatch(/^r[1-9A-HJ-NP-Za-km-z]{25,34}$/);
      expect(row.tag).toMatch(/^[1-9]\d{8}$/);
    }
  });
});
