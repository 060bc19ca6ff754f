import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../clock.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { callCcxt, fetchJson, openCcxt } from '../test-clients.ts';
import { stateAt } from '../truth.ts';
import { generateCoinbaseHistory } from './history.ts';
import { HourlyMeter } from './hourly-meter.ts';
import { accountIdOf } from './identifiers.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const ACCOUNTS = 'v2PrivateGetAccounts';
const TRANSACTIONS = 'v2PrivateGetAccountsAccountIdTransactions';
const credentials = { apiKey: 'organizations/o/apiKeys/k', secret: createSecret() };
const open: Simulator[] = [];

type Row = Record<string, unknown>;
interface Page {
  readonly data: readonly Row[];
  readonly pagination: { readonly next_starting_after: string | null };
}

function createSecret(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'pem', type: 'sec1' }).toString();
}

async function start(rateLimits = true) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  const simulator = await startSimulator({ clock, rateLimits });
  open.push(simulator);
  const history = generateCoinbaseHistory({ seed: 'coinbase test', toMs: NOW_MS, count: 600 });
  simulator.addAccount('coinbase', { credentials, history });
  const connect = async (changed: Partial<typeof credentials> = {}) => {
    const client = await openCcxt('coinbase', simulator, { ...credentials, ...changed });
    return Object.assign(client, { seconds: () => Math.floor(clock.now() / 1000) });
  };
  const client = await connect();
  const send = async (endpoint: string, params: object) =>
    (await callCcxt(client, endpoint, params)) as Page;
  return { clock, simulator, history, connect, send, client };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function readAll(send: (endpoint: string, params: object) => Promise<Page>, asset: string) {
  const rows: Row[] = [];
  let starting_after: string | null = null;
  for (let page = 0; page < 50; page += 1) {
    const cursor: object = starting_after === null ? {} : { starting_after };
    const params = { account_id: accountIdOf(asset), limit: 100, ...cursor };
    const response = await send(TRANSACTIONS, params);
    rows.push(...response.data);
    starting_after = response.pagination.next_starting_after;
    if (starting_after === null) return rows;
  }
  throw new Error('too many pages');
}

describe('the simulated Coinbase', () => {
  it('lists the accounts, and the rows of each newest first by cursor', async () => {
    const { send, history } = await start();
    const { data } = await send(ACCOUNTS, { limit: 100 });
    expect(data.map(({ id }) => id)).toContain(accountIdOf('EUR'));
    const rows = await readAll(send, 'BTC');
    const wanted = history.rows.filter(
      ({ asset, states }) => asset === 'BTC' && states[0]?.code.endsWith(' staked') !== true,
    );
    expect(wanted.length).toBeGreaterThan(100);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(wanted.length);
    const times = rows.flatMap(({ created_at: at }) => Date.parse(String(at)) || []);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
  });

  it('returns 25 rows by default, and refuses more than 100', async () => {
    const { send } = await start();
    const account_id = accountIdOf('BTC');
    expect((await send(TRANSACTIONS, { account_id })).data).toHaveLength(25);
    await expect(send(TRANSACTIONS, { account_id, limit: 101 })).rejects.toThrow(/invalid_request/);
    const unknown = send(TRANSACTIONS, { account_id: accountIdOf('DOGE') });
    await expect(unknown).rejects.toThrow(/not_found/);
  });

  it('lists trades and rewards among the rows, and returns the current state of a record', async () => {
    const { send, clock, history } = await start();
    const assets = [...new Set(history.rows.map(({ asset }) => asset))];
    const types = new Set<unknown>();
    for (const asset of assets) {
      for (const { type } of await readAll(send, asset)) types.add(type);
    }
    expect([...types]).toEqual(
      expect.arrayContaining(['send', 'receive', 'staking_reward', 'advanced_trade_fill']),
    );
    const row = history.rows.find(({ states }) => states.length > 1)!;
    const codes = async () => (await readAll(send, row.asset)).map(({ status }) => status);
    const before = (await codes()).filter((code) => code === stateAt(row, NOW_MS)!.code).length;
    clock.set(row.states[1]!.fromMs);
    const after = (await codes()).filter((code) => code === row.states[0]!.code).length;
    expect(after).toBeLessThan(before);
  });

  it('refuses unknown keys, wrong signatures, unsigned and stale requests', async () => {
    const { clock, connect, simulator } = await start();
    const refused = { name: 'AuthenticationError' };
    const stranger = await connect({ apiKey: 'organizations/o/apiKeys/unknown' });
    await expect(callCcxt(stranger, ACCOUNTS, {})).rejects.toMatchObject(refused);
    const forger = await connect({ secret: createSecret() });
    await expect(callCcxt(forger, ACCOUNTS, {})).rejects.toMatchObject(refused);
    const late = Object.assign(await connect(), { seconds: () => clock.now() / 1000 - 7200 });
    await expect(callCcxt(late, ACCOUNTS, {})).rejects.toThrow(/timestamp expired/);
    const address = `${simulator.url}https://api.coinbase.com/v2/accounts`;
    expect((await fetchJson(address)).status).toBe(401);
  });

  it('refuses a token for another request', async () => {
    const { client, simulator } = await start();
    const { sign } = client as unknown as { sign: Sign };
    const signed = sign.call(client, 'accounts', ['v2', 'private'], 'GET', {});
    const other = `${simulator.url}https://api.coinbase.com/api/v3/brokerage/accounts`;
    const headers = { authorization: signed.headers.Authorization };
    expect((await fetchJson(other, { headers })).status).toBe(401);
    const meant = `${simulator.url}${signed.url}`;
    expect((await fetchJson(meant, { headers })).status).toBe(200);
  });

  it('refuses more than 10,000 requests of a key in an hour', () => {
    let nowMs = NOW_MS;
    const meter = new HourlyMeter(() => nowMs);
    for (let request = 0; request < 10_000; request += 1) meter.count('a');
    expect(() => meter.count('a')).toThrow('too-many-requests');
    expect(() => meter.count('b')).not.toThrow();
    nowMs += 3_600_000;
    expect(() => meter.count('a')).not.toThrow();
  });
});

type Sign = (
  path: string,
  api: readonly string[],
  method: string,
  params: object,
) => { readonly url: string; readonly headers: { readonly Authorization: string } };
