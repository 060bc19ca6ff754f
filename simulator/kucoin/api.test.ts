import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/duration.ts';
import { SimulatedClock } from '../clock.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { callCcxt, fetchJson, openCcxt } from '../test-clients.ts';
import { generateKucoinHistory } from './history.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const DEPOSITS = 'privateGetDeposits';
const WITHDRAWALS = 'privateGetWithdrawals';
const V1_DEPOSITS = 'privateGetHistDeposits';
const credentials = { apiKey: 'a-key', secret: 'a-secret', password: 'a-passphrase' };
let simulator: Simulator;

interface Page {
  readonly totalNum: number;
  readonly totalPage: number;
  readonly items: Record<string, unknown>[];
}

async function start(options: Partial<RoutedHistoryOptions> = {}) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  simulator = await startSimulator({ clock });
  const history = generateKucoinHistory({ seed: 'kucoin test', toMs: NOW_MS, ...options });
  simulator.addAccount('kucoin', { credentials, history });
  const connect = (changed: Partial<typeof credentials> = {}) =>
    openCcxt('kucoin', simulator, { ...credentials, ...changed });
  const client = await connect();
  const send = async (endpoint: string, params: object) =>
    ((await callCcxt(client, endpoint, params)) as { data: Page }).data;
  return { history, connect, send, client };
}

afterEach(() => simulator.close());

describe('the lists of records', () => {
  it('return the newest rows between their bounds, page by page with a total', async () => {
    const { send, history } = await start({ count: 20, crowd: 130 });
    const { timestampMs } = history.rows.find(
      (row, index) => history.rows[index + 40]?.timestampMs === row.timestampMs,
    )!;
    const window = { startAt: timestampMs - 1, endAt: timestampMs + 1 };
    const first = await send(DEPOSITS, { ...window, pageSize: 100 });
    const second = await send(DEPOSITS, { ...window, pageSize: 100, currentPage: 2 });
    expect(first.items).toHaveLength(100);
    expect(first.totalPage).toBe(2);
    expect(first.items.length + second.items.length).toBe(first.totalNum);
    expect((await send(DEPOSITS, window)).items).toHaveLength(50);
    expect((await send(DEPOSITS, { startAt: timestampMs, endAt: timestampMs })).items).toEqual([]);
  });

  it('refuse pages of more than 500 and less than 10 rows', async () => {
    const { send } = await start();
    for (const pageSize of [501, 9]) {
      await expect(send(DEPOSITS, { pageSize })).rejects.toThrow(/400100/);
    }
  });

  it('list deposits without an identifier, and none of the rows in the lists of V1', async () => {
    const { send, history } = await start({ fromMs: Date.UTC(2018, 0, 1), count: 60 });
    const v2StartMs = Date.UTC(2019, 1, 18);
    const all = { startAt: 0, endAt: NOW_MS, pageSize: 500 };
    const { items } = await send(DEPOSITS, all);
    const { items: old } = await send(V1_DEPOSITS, all);
    const deposits = history.rows.filter(({ source }) => /deposit/.test(source));
    expect(items.length + old.length).toBe(deposits.length);
    expect(items.some(({ id }) => id !== undefined)).toBe(false);
    expect(old.length).toBeGreaterThan(3);
    const times = old.map(({ createAt }) => Number(createAt)).filter((time) => !Number.isNaN(time));
    expect(times.every((time) => time < v2StartMs / 1000)).toBe(true);
  });

  it('report the txid of a withdrawal when it is sent', async () => {
    const { send } = await start({ pending: 4 });
    const { items } = await send(WITHDRAWALS, { startAt: 0, endAt: NOW_MS, pageSize: 500 });
    const pending = items.filter(({ status, isInner }) => status === 'REVIEW' && isInner === false);
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.every(({ walletTxId }) => walletTxId === null)).toBe(true);
  });
});

it('returns a day of the ledger at a time, for a year, with both sides of a transfer', async () => {
  const { send, history } = await start({ fromMs: NOW_MS - 30 * DAY_MS });
  const transfer = history.rows.find(
    ({ source, kind }) => source === 'ledger' && kind === 'transfer_out',
  )!;
  const window = { startAt: transfer.timestampMs - 1, endAt: transfer.timestampMs + 1 };
  const { items } = await send('privateGetAccountsLedgers', window);
  const sides = items.filter(({ bizType }) => bizType === 'Transfer');
  expect(new Set(sides.map(({ accountType }) => accountType))).toEqual(new Set(['MAIN', 'TRADE']));
  const wide = { startAt: NOW_MS - DAY_MS - 1, endAt: NOW_MS };
  await expect(send('privateGetAccountsLedgers', wide)).rejects.toThrow(/400100/);
  await expect(send('privateGetAccountsLedgers', {})).rejects.toThrow(/400100/);
});

it('lists the balances of the main account separately, and currencies with their chains', async () => {
  const { client } = await start();
  const read = async (endpoint: string, params: object) =>
    ((await callCcxt(client, endpoint, params)) as { data: Record<string, unknown>[] }).data;
  const main = await read('privateGetAccounts', { type: 'main' });
  expect(new Set(main.map(({ type }) => type))).toEqual(new Set(['main']));
  expect(await read('privateGetAccounts', {})).toHaveLength(2 * main.length);
  const currencies = await read('publicGetCurrencies', {});
  expect(currencies.find(({ currency }) => currency === 'EUR')).toMatchObject({ chains: null });
});

it('refuses unknown keys, wrong passphrases and signatures, unsigned and stale requests', async () => {
  const { connect, client } = await start();
  const refused = { name: 'AuthenticationError' };
  for (const changed of [{ apiKey: 'other' }, { password: 'other' }, { secret: 'other' }]) {
    const stranger = await connect(changed);
    await expect(callCcxt(stranger, DEPOSITS, {})).rejects.toMatchObject(refused);
  }
  client.options['timeDifference'] = Date.now() - NOW_MS + 2 * 3_600_000;
  await expect(callCcxt(client, DEPOSITS, {})).rejects.toMatchObject({ name: 'InvalidNonce' });
  const address = 'https://api.kucoin.com/api/v1/accounts';
  expect((await fetchJson(simulator.url + address)).text).toContain('KC-API-KEY');
  expect((await fetchJson(`${simulator.url}${address}/no`)).status).toBe(404);
});

it("refuses requests above a user's limit for an endpoint", async () => {
  const { send } = await start({ count: 1 });
  for (let request = 0; request < 100; request += 1) await send(WITHDRAWALS, {});
  await expect(send(WITHDRAWALS, {})).rejects.toThrow(/429000/);
});
