import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/duration.ts';
import { SimulatedClock } from '../clock.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { callCcxt, fetchJson, openCcxt } from '../test-clients.ts';
import { generateCryptoComHistory } from './history.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const DEPOSITS = 'v1PrivatePostPrivateGetDepositHistory';
const WITHDRAWALS = 'v1PrivatePostPrivateGetWithdrawalHistory';
const FIAT_DEPOSITS = 'v1PrivatePostPrivateFiatFiatDepositHistory';
const credentials = { apiKey: 'a-key', secret: 'a-secret' };
let simulator: Simulator;

type Row = Record<string, unknown>;

async function start(options: Partial<RoutedHistoryOptions> = {}) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  simulator = await startSimulator({ clock });
  const history = generateCryptoComHistory({ seed: 'crypto.com test', toMs: NOW_MS, ...options });
  simulator.addAccount('cryptocom', { credentials, history });
  const connect = async (changed: Partial<typeof credentials> = {}, nowMs = clock.now()) => {
    const client = await openCcxt('cryptocom', simulator, { ...credentials, ...changed });
    // ccxt sets the time of requests by this machine's clock.
    return Object.assign(client, { nonce: () => nowMs });
  };
  const send = async (endpoint: string, params: object = {}) => {
    const response = await callCcxt(await connect(), endpoint, params);
    const { result } = response as { result: Record<string, Row[]> };
    return { result, rows: Object.values(result).find((value) => Array.isArray(value))! };
  };
  return { clock, history, connect, send };
}

afterEach(() => simulator.close());

describe('the lists of records', () => {
  it('return the newest rows of a window, at most 200 a page, 20 by default', async () => {
    const { send, history } = await start({ count: 20, crowd: 230 });
    const { timestampMs } = history.rows.find(
      (row, index) => history.rows[index + 100]?.timestampMs === row.timestampMs,
    )!;
    const window = { start_ts: String(timestampMs), end_ts: String(timestampMs) };
    const first = await send(DEPOSITS, { ...window, page_size: '200' });
    const second = await send(DEPOSITS, { ...window, page_size: '200', page: '1' });
    expect(first.rows).toHaveLength(200);
    const ids = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(new Set(ids).size).toBeGreaterThan(229);
    expect((await send(DEPOSITS, window)).rows).toHaveLength(20);
    await expect(send(DEPOSITS, { ...window, page_size: '201' })).rejects.toThrow(/40004/);
  });

  it('refuse windows of more than 90 days', async () => {
    const { send } = await start();
    const wide = { start_ts: String(NOW_MS - 90 * DAY_MS - 1), end_ts: String(NOW_MS) };
    await expect(send(WITHDRAWALS, wide)).rejects.toThrow(/40004/);
  });

  it('report the txid of a withdrawal when it is sent', async () => {
    const { send, clock, history } = await start();
    const row = history.rows.find(
      ({ source, states, txid }) => source === 'withdrawal' && states.length > 1 && txid !== null,
    )!;
    const window = { start_ts: String(row.timestampMs), end_ts: String(row.timestampMs) };
    const read = async () =>
      (await send(WITHDRAWALS, window)).rows.find(({ id }) => id === row.recordId);
    expect(await read()).toMatchObject({ txid: '', status: '0' });
    clock.set(row.txidFromMs);
    expect(await read()).toMatchObject({ txid: row.txid, status: '5' });
  });

  it('of bank transfers return fewer rows than requested, and their number', async () => {
    const { send } = await start({ count: 400 });
    const { rows, result } = await send(FIAT_DEPOSITS, { page: '0', page_size: '50' });
    expect(rows).toHaveLength(20);
    expect(result).toMatchObject({ page: 0, page_size: 20 });
    await expect(send(FIAT_DEPOSITS, {})).rejects.toThrow(/40004/);
  });
});

it('refuses unknown keys, wrong signatures, unsigned and stale requests', async () => {
  const { connect } = await start();
  const clients = [
    [await connect({ apiKey: 'other' }), /40101/],
    [await connect({ secret: 'other' }), /40101/],
    [await connect({}, NOW_MS - 2 * 3_600_000), /40102/],
  ] as const;
  for (const [client, code] of clients) {
    await expect(callCcxt(client, DEPOSITS, { page: '0' })).rejects.toThrow(code);
  }
  const address = 'https://api.crypto.com/exchange/v1/private/user-balance';
  const post = { method: 'POST', body: 'no JSON' };
  expect((await fetchJson(simulator.url + address, post)).json).toMatchObject({ code: 40101 });
  expect((await fetchJson(`${simulator.url}${address}/no`, post)).json).toMatchObject({
    code: 40002,
  });
});

it('refuses more requests in a second than the limit of a method allows', async () => {
  const { send } = await start({ count: 10, pending: 0 });
  for (let request = 0; request < 30; request += 1) await send(WITHDRAWALS);
  await expect(send(WITHDRAWALS)).rejects.toMatchObject({ name: 'RateLimitExceeded' });
});

it('lists currencies with the networks that ccxt reads', async () => {
  const { connect } = await start();
  const { USDT, EUR } = await (await connect()).fetchCurrencies();
  expect(Object.values(USDT!.networks).map(({ id }) => id)).toEqual(['TRON', 'ETH', 'SOL']);
  expect(EUR).toBeUndefined();
});
