import { afterEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../clock.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { callCcxt, fetchJson, openCcxt } from '../test-clients.ts';
import { generateBitvavoHistory } from './history.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const DEPOSITS = 'privateGetDepositHistory';
const WITHDRAWALS = 'privateGetWithdrawalHistory';
const credentials = { apiKey: 'a-key', secret: 'a-secret' };
let simulator: Simulator;

async function start(options: Partial<RoutedHistoryOptions> = {}) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  simulator = await startSimulator({ clock });
  const history = generateBitvavoHistory({ seed: 'bitvavo test', toMs: NOW_MS, ...options });
  simulator.addAccount('bitvavo', { credentials, history });
  const connect = async (changed: Partial<typeof credentials> = {}, nowMs = clock.now()) => {
    const client = await openCcxt('bitvavo', simulator, { ...credentials, ...changed });
    // ccxt sets the time of requests by this machine's clock.
    return Object.assign(client, { milliseconds: () => nowMs });
  };
  const send = async (endpoint: string, params: object = {}) =>
    (await callCcxt(await connect(), endpoint, params)) as Record<string, unknown>[];
  return { clock, history, connect, send };
}

afterEach(() => simulator.close());

describe('the lists of records', () => {
  it('return the newest rows between two times, both inclusive', async () => {
    const { send, history } = await start({ count: 100, burst: 1500 });
    const deposits = history.rows.filter(({ kind, malformed }) => kind === 'deposit' && !malformed);
    const { timestampMs } = deposits[40]!;
    const equal = deposits.filter((row) => row.timestampMs === timestampMs);
    expect(await send(DEPOSITS, { start: timestampMs, end: timestampMs })).toHaveLength(
      equal.length,
    );
    expect(await send(DEPOSITS)).toHaveLength(500);
    const rows = await send(DEPOSITS, { limit: 800 });
    const times = rows.map((row) => Number(row['timestamp'])).filter((ms) => ms > 0);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
    await expect(send(DEPOSITS, { limit: 1001 })).rejects.toThrow(/205/);
  });

  it('have no identifiers, and report a txid when it is sent', async () => {
    const { send, clock, history } = await start();
    const row = history.rows.find(
      ({ source, states, txid }) => source === 'withdrawal' && states.length > 1 && txid !== null,
    )!;
    const read = async () => {
      const window = { start: row.timestampMs, end: row.timestampMs };
      return (await send(WITHDRAWALS, window)).find(({ amount }) => amount === row.amount);
    };
    const before = await read();
    expect(before).not.toHaveProperty('txId');
    expect(Object.keys(before!)).not.toContain('id');
    clock.set(row.txidFromMs);
    expect(await read()).toMatchObject({ txId: row.txid, timestamp: before!['timestamp'] });
  });
});

it('refuses unknown keys, wrong signatures, unsigned and stale requests', async () => {
  const { connect } = await start();
  const clients = [
    await connect({ apiKey: 'other' }),
    await connect({ secret: 'other' }),
    await connect({}, NOW_MS - 2 * 3_600_000),
  ];
  const codes = [/305/, /309/, /304/];
  for (const [index, client] of clients.entries()) {
    await expect(callCcxt(client, DEPOSITS, {})).rejects.toThrow(codes[index]);
  }
  const address = 'https://api.bitvavo.com/v2/balance';
  expect((await fetchJson(simulator.url + address)).json).toMatchObject({ errorCode: 305 });
  expect((await fetchJson(`${simulator.url}${address}/no`)).status).toBe(404);
});

it('refuses more requests in a second than the limit of a minute allows', async () => {
  const { send } = await start({ count: 10, pending: 0 });
  for (let request = 0; request < 200; request += 1) await send(WITHDRAWALS, { limit: 1 });
  await expect(send(WITHDRAWALS)).rejects.toMatchObject({ name: 'RateLimitExceeded' });
});
