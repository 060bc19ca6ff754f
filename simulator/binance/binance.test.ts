import { afterEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../clock.ts';
import { generateBinanceHistory } from './generate.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { toldAt } from '../truth.ts';
import { getBinance, openCcxt } from '../test-clients.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const credentials = { apiKey: 'binance-test-key', secret: 'binance-test-secret' };
const open: Simulator[] = [];

async function start(options: { count?: number; burst?: number; rateLimits?: boolean } = {}) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  const simulator = await startSimulator({ clock, rateLimits: options.rateLimits ?? true });
  open.push(simulator);
  const history = generateBinanceHistory({ seed: 'binance test', toMs: NOW_MS, ...options });
  simulator.addAccount('binance', { credentials, history });
  return { clock, simulator, history };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

describe('simulated Binance', () => {
  it('serves every deposit exactly once over windows of 90 days', async () => {
    const { simulator, history } = await start();
    const dayMs = 86_400_000;
    const ids: unknown[] = [];
    for (let endMs = NOW_MS; endMs > NOW_MS - 4.1 * 365 * dayMs; endMs -= 90 * dayMs) {
      const page = await getBinance(simulator, credentials, '/sapi/v1/capital/deposit/hisrec', {
        startTime: String(endMs - 90 * dayMs + 1),
        endTime: String(endMs),
      });
      expect(page.status).toBe(200);
      ids.push(...(page.json as { id?: string }[]).map(({ id }) => id));
    }
    const expected = history.rows.filter(({ source }) => source === 'deposit');
    expect(ids).toHaveLength(expected.length);
    expect(new Set(ids)).toEqual(new Set(expected.map(({ recordId }) => recordId)));
  });

  it('answers ccxt, which reads deposits, withdrawals, currencies, balance and time', async () => {
    const { simulator, history } = await start();
    const binance = await openCcxt('binance', simulator, credentials);
    expect(await binance.fetchTime()).toBe(NOW_MS);
    const deposits = await binance.sapiGetCapitalDepositHisrec({});
    const told = history.rows.filter(
      (row) => row.source === 'deposit' && row.timestampMs >= NOW_MS - 90 * 86_400_000,
    );
    expect(deposits).toHaveLength(told.length);
    const currencies = await binance.fetchCurrencies();
    expect(Object.keys(currencies)).toContain('EUR');
    const balance = await binance.fetchBalance();
    expect(balance['ETH']?.used).not.toBe('0');
    expect(history.rows.some((row) => toldAt(row, NOW_MS)?.status === 'pending')).toBe(true);
  });
});
