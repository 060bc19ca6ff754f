import { afterEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../clock.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { callCcxt, fetchJson, openCcxt } from '../test-clients.ts';
import { generateHtxHistory } from './history.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const RECORDS = 'spotPrivateGetV1QueryDepositWithdraw';
const BALANCE = 'spotPrivateGetV1AccountAccountsAccountIdBalance';
const credentials = { apiKey: 'a-key', secret: 'a-secret' };
let simulator: Simulator;

type Row = Record<string, unknown>;

async function start(options: Partial<RoutedHistoryOptions> = {}) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  simulator = await startSimulator({ clock });
  const history = generateHtxHistory({ seed: 'htx test', toMs: NOW_MS, ...options });
  simulator.addAccount('htx', { credentials, history });
  const connect = (changed: Partial<typeof credentials> = {}) =>
    openCcxt('htx', simulator, { ...credentials, ...changed });
  const client = await connect();
  const send = async (endpoint: string, params: object = {}) =>
    ((await callCcxt(client, endpoint, params)) as { data: Row[] }).data;
  return { clock, history, connect, send, client };
}

afterEach(() => simulator.close());

/** Returns the identifiers, which are JSON numbers above the maximum that ccxt distinguishes. */
function idsOf(rows: readonly Row[]): unknown[] {
  return rows.map(({ id }) => id);
}

describe('the list of records', () => {
  it('returns a page upwards from the first record, or downwards from the last', async () => {
    const { send, history } = await start({ count: 200, traps: { malformed: 0 } });
    const deposits = history.rows.filter(({ kind }) => kind === 'deposit');
    const up = await send(RECORDS, { type: 'deposit', size: 5 });
    const down = await send(RECORDS, { type: 'deposit', size: 500, direct: 'next' });
    expect(up.map((row) => Number(row['created-at']))).toEqual(
      deposits.slice(0, 5).map(({ timestampMs }) => timestampMs),
    );
    expect(down).toHaveLength(deposits.length);
    expect(idsOf(down.slice(-5)).toReversed()).toEqual(idsOf(up));
    expect(await send(RECORDS, { type: 'deposit' })).toHaveLength(100);
  });

  it('begins a page with the record that the request names', async () => {
    const { send } = await start({ count: 50 });
    const first = await send(RECORDS, { type: 'withdraw', size: 5, direct: 'next' });
    const second = await send(RECORDS, {
      type: 'withdraw',
      size: 5,
      direct: 'next',
      from: first.at(-1)!['id'],
    });
    expect(second[0]).toEqual(first.at(-1));
    expect(new Set(idsOf([...first, ...second])).size).toBe(9);
  });

  it('refuses pages of more than 500 rows, and unknown types and directions', async () => {
    const { send } = await start();
    await expect(send(RECORDS, { type: 'deposit', size: 501 })).rejects.toThrow(
      /invalid-parameter/,
    );
    await expect(send(RECORDS, { type: 'loan' })).rejects.toThrow(/invalid-parameter/);
    await expect(send(RECORDS, {})).rejects.toThrow(/invalid-parameter/);
    await expect(send(RECORDS, { type: 'deposit', direct: 'up' })).rejects.toThrow(/invalid/);
  });

  it('has rows without a hash, and a number as the hash of an internal transfer', async () => {
    const { send } = await start();
    const rows = await send(RECORDS, { type: 'withdraw', size: 500 });
    expect(rows.some((row) => row['tx-hash'] === '')).toBe(true);
    expect(rows.some((row) => !('tx-hash' in row))).toBe(true);
    const internal = rows.filter((row) => row['sub-type'] === 'FAST');
    expect(internal.every((row) => /^\d{8}$/.test(String(row['tx-hash'])))).toBe(true);
  });
});

describe('the ledger', () => {
  const LEDGER = 'spotPrivateGetV2AccountLedger';
  const DAY_MS = 86_400_000;
  const window = { accountId: 1_000_001, endTime: NOW_MS, startTime: NOW_MS - 10 * DAY_MS };

  it('returns transfers without identifier, page by page, and no record twice', async () => {
    const { history, client } = await start({ fromMs: NOW_MS - 9 * DAY_MS, count: 200, gaps: [] });
    const transfers = history.rows.filter(({ kind }) => kind.startsWith('transfer'));
    const rows: Row[] = [];
    let fromId: unknown;
    for (let page = 0; page < 9; page += 1) {
      const cursor = fromId === undefined ? {} : { fromId };
      const params = { ...window, sort: 'asc', limit: 20, ...cursor };
      const response = (await callCcxt(client, LEDGER, params)) as { data: Row[]; nextId?: number };
      rows.push(...response.data);
      fromId = response.nextId;
      if (fromId === undefined) break;
    }
    expect(rows.map((row) => Number(row['transactTime']))).toEqual(
      transfers.map(({ timestampMs }) => timestampMs),
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.every(({ transactId }) => String(transactId) === '0')).toBe(true);
    expect(rows.some(({ transactAmt }) => String(transactAmt).startsWith('-'))).toBe(true);
  });

  it('refuses windows of more than 10 days, and windows that are older than 180', async () => {
    const { send } = await start();
    const old = { ...window, endTime: NOW_MS - 181 * DAY_MS, startTime: NOW_MS - 182 * DAY_MS };
    for (const params of [old, { ...window, startTime: NOW_MS - 11 * DAY_MS }]) {
      await expect(send(LEDGER, params)).rejects.toThrow(/invalid-parameter/);
    }
    await expect(send(LEDGER, { ...window, accountId: 5 })).rejects.toThrow(/invalid-parameter/);
  });
});

it('returns the balance of the spot account, with frozen amounts in separate rows', async () => {
  const { send } = await start();
  const accounts = await send('spotPrivateGetV1AccountAccounts');
  const id = accounts.find(({ type }) => type === 'spot')!['id'];
  const { list } = (await send(BALANCE, { 'account-id': id })) as unknown as { list: Row[] };
  const eth = list.filter(({ currency }) => currency === 'eth');
  expect(eth.map(({ type }) => type)).toEqual(['trade', 'frozen']);
  await expect(send(BALANCE, { 'account-id': 1 })).rejects.toThrow(/not-found/);
});

it('refuses unknown keys, wrong signatures, unsigned and stale requests', async () => {
  const { connect, client } = await start();
  const records = { type: 'deposit' };
  for (const changed of [{ apiKey: 'nobody' }, { secret: 'wrong' }]) {
    const other = await connect(changed);
    await expect(callCcxt(other, RECORDS, records)).rejects.toThrow(/api-signature-not-valid/);
  }
  const address = `${simulator.url}https://api.huobi.pro/v1/query/deposit-withdraw`;
  const unsigned = await fetchJson(`${address}?type=deposit&AccessKeyId=${credentials.apiKey}`);
  expect(unsigned.json).toMatchObject({ status: 'error' });
  client.options['timeDifference'] = Date.now() - NOW_MS + 2 * 3_600_000;
  await expect(callCcxt(client, RECORDS, records)).rejects.toThrow(/timestamp/);
});

it('refuses more than ten requests of a second', async () => {
  const { send, clock, client } = await start();
  for (let call = 0; call < 10; call += 1) await send(RECORDS, { type: 'deposit' });
  await expect(send(RECORDS, { type: 'deposit' })).rejects.toThrow(/rate-too-many-requests/);
  clock.advance(1000);
  client.options['timeDifference'] = Date.now() - clock.now();
  expect(await send(RECORDS, { type: 'deposit', size: 1 })).toHaveLength(1);
});
