import { afterEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../clock.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { callCcxt, fetchJson, openCcxt } from '../test-clients.ts';
import { generateBitstampHistory } from './history.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const DAY_S = 86_400;
const LEDGER = 'privatePostUserTransactions';
const REQUESTS = 'privatePostWithdrawalRequests';
const CHAIN = 'privatePostCryptoTransactions';
const credentials = { apiKey: 'a-key', secret: 'a-secret' };
let simulator: Simulator;

type Row = Record<string, unknown>;

async function start(options: Partial<RoutedHistoryOptions> = {}) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  simulator = await startSimulator({ clock });
  const history = generateBitstampHistory({ seed: 'bitstamp test', toMs: NOW_MS, ...options });
  simulator.addAccount('bitstamp', { credentials, history });
  const connect = async (changed: Partial<typeof credentials> = {}, nowMs = clock.now()) => {
    const client = await openCcxt('bitstamp', simulator, { ...credentials, ...changed });
    // ccxt sets the time of requests by this machine's clock.
    return Object.assign(client, { milliseconds: () => nowMs });
  };
  const send = async (endpoint: string, params: object = {}) =>
    (await callCcxt(await connect(), endpoint, params)) as Row[];
  return { clock, history, connect, send };
}

afterEach(() => simulator.close());

describe('user transactions', () => {
  it('are paged by offset in either order, trades among them', async () => {
    const { send } = await start({ count: 300 });
    const newest = await send(LEDGER, { limit: 1000, offset: 0 });
    const oldest = await send(LEDGER, { limit: 1000, offset: 0, sort: 'asc' });
    expect(newest.map(({ id }) => id)).toEqual(oldest.map(({ id }) => id).toReversed());
    expect(new Set(newest.map(({ type }) => type))).toEqual(
      new Set(['0', '1', '2', '14', '26', '27', '32', '35', '36', '60', '987']),
    );
    expect(await send(LEDGER)).toEqual(newest.slice(0, 100));
    expect(await send(LEDGER, { limit: 5, offset: 7 })).toEqual(newest.slice(7, 12));
    expect(await send(LEDGER, { limit: 1000, offset: 200_000 })).toEqual([]);
  });

  it('are selected by identifier, and by time for 30 days', async () => {
    const { send } = await start({ count: 300 });
    const ids = (await send(LEDGER, { limit: 1000 })).map(({ id }) => Number(id));
    const sinceId = ids.toSorted((a, b) => a - b)[ids.length - 10]!;
    expect(await send(LEDGER, { limit: 1000, since_id: sinceId })).toHaveLength(10);
    const since = NOW_MS / 1000 - 30 * DAY_S;
    const recent = await send(LEDGER, { limit: 1000, since_timestamp: since });
    expect(recent.length).toBeGreaterThan(0);
    expect(recent.length).toBeLessThan(ids.length);
    for (const params of [{ since_timestamp: since - 1 }, { limit: 1001 }, { offset: 200_001 }]) {
      await expect(send(LEDGER, params)).rejects.toThrow(/400\.007/);
    }
  });
});

it('lists a withdrawal in three lists: as requested, as booked, and as sent', async () => {
  const { send, clock, history } = await start();
  const row = history.rows.find(
    ({ source, states, txid }) => source === 'withdrawal' && states.length > 1 && txid !== null,
  )!;
  const find = async () => {
    const requests = await send(REQUESTS, { limit: 1000, offset: 0 });
    const request = requests.find(({ id }) => id === Number(row.recordId))!;
    const ledger = await send(LEDGER, { limit: 1000 });
    const chain = (await send(CHAIN, { limit: 1000 })) as unknown as { withdrawals: Row[] };
    return {
      request,
      booking: ledger.find(({ id }) => id === request['txid']),
      sent: chain.withdrawals.find(({ txid }) => txid === row.txid),
    };
  };
  const before = await find();
  expect(before).toMatchObject({
    request: { status: 0, txid: null, transaction_id: null },
    booking: undefined,
    sent: undefined,
  });
  clock.set(row.txidFromMs + 3_600_000);
  expect(await find()).toMatchObject({
    request: { status: 2, transaction_id: row.txid, datetime: before.request['datetime'] },
    booking: { type: '1', fee: row.fee, [row.asset.toLowerCase()]: `-${row.amount}` },
    sent: { txid: row.txid },
  });
  await expect(send(REQUESTS, { limit: 10 })).rejects.toThrow(/400\.007/);
});

it('refuses unknown keys, wrong signatures, unsigned and stale requests, and dates responses', async () => {
  const { connect } = await start();
  const clients = [
    await connect({ apiKey: 'other' }),
    await connect({ secret: 'other' }),
    await connect({}, NOW_MS - 2 * 3_600_000),
  ];
  const failures = [/API0001/, /invalid signature/, /API0017/];
  for (const [index, client] of clients.entries()) {
    await expect(callCcxt(client, LEDGER, {})).rejects.toThrow(failures[index]);
  }
  const address = 'https://www.bitstamp.net/api/v2/account_balances/';
  const unsigned = await fetchJson(simulator.url + address, { method: 'POST' });
  expect(unsigned.json).toMatchObject({ code: 'API0001' });
  const unknown = await fetchJson(`${simulator.url}${address}no/`);
  expect(unknown.status).toBe(404);
  expect(Date.parse(unknown.headers.get('date') ?? '')).toBe(NOW_MS);
});
