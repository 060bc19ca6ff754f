import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/duration.ts';
import { SimulatedClock } from '../clock.ts';
import { toUnits } from '../decimal-units.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { callCcxt, fetchJson, openCcxt } from '../test-clients.ts';
import { generateBitgetHistory } from './history.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const DEPOSITS = 'privateSpotGetV2SpotWalletDepositRecords';
const WITHDRAWALS = 'privateSpotGetV2SpotWalletWithdrawalRecords';
const WINDOW = { startTime: NOW_MS - DAY_MS, endTime: NOW_MS };
const credentials = { apiKey: 'a-key', secret: 'a-secret', password: 'a-passphrase' };
let simulator: Simulator;

async function start(options: Partial<RoutedHistoryOptions> = {}) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  simulator = await startSimulator({ clock });
  const history = generateBitgetHistory({ seed: 'bitget test', toMs: NOW_MS, ...options });
  simulator.addAccount('bitget', { credentials, history });
  const connect = (changed: Partial<typeof credentials> = {}) =>
    openCcxt('bitget', simulator, { ...credentials, ...changed });
  const client = await connect();
  const send = async (endpoint: string, params: object) => {
    const response = await callCcxt(client, endpoint, params);
    return (response as { data: Record<string, unknown>[] }).data;
  };
  return { clock, history, connect, send, client };
}

afterEach(() => simulator.close());

describe('the lists of records', () => {
  it('return the newest rows of a window, and the page after an order', async () => {
    const { send, history } = await start({ count: 20, crowd: 130 });
    const { timestampMs } = history.rows.find(
      (row, index) => history.rows[index + 40]?.timestampMs === row.timestampMs,
    )!;
    const window = { startTime: timestampMs, endTime: timestampMs, limit: 100 };
    const first = await send(DEPOSITS, window);
    const second = await send(DEPOSITS, { ...window, idLessThan: first.at(-1)!['orderId'] });
    expect(first).toHaveLength(100);
    expect(new Set([...first, ...second].map(({ orderId }) => orderId)).size).toBeGreaterThan(129);
    expect(await send(DEPOSITS, { ...window, limit: undefined })).toHaveLength(20);
  });

  it('refuse windows of more than 90 days, pages of more than 100 rows and no window', async () => {
    const { send } = await start();
    const wide = { startTime: NOW_MS - 90 * DAY_MS - 1, endTime: NOW_MS };
    await expect(send(DEPOSITS, wide)).rejects.toThrow(/40017/);
    await expect(send(DEPOSITS, { ...WINDOW, limit: 101 })).rejects.toThrow(/40017/);
    await expect(send(DEPOSITS, {})).rejects.toThrow(/40017/);
  });

  it('write the fee of a withdrawal as a negative number, and the size with it', async () => {
    const { send, history } = await start();
    const row = history.rows.findLast(({ source }) => source === 'withdrawal')!;
    const window = { startTime: row.timestampMs, endTime: row.timestampMs };
    const found = (await send(WITHDRAWALS, window)).find(({ orderId }) =>
      String(orderId).endsWith(row.recordId!),
    )!;
    expect(found['fee']).toBe(`-${row.fee}`);
    expect(toUnits(found['size'] as string)).toBe(toUnits(row.amount) + toUnits(row.fee!));
  });
});

it('refuses unknown keys, wrong passphrases and signatures, unsigned and stale requests', async () => {
  const { connect, client } = await start();
  const refused = { name: 'AuthenticationError' };
  for (const changed of [{ apiKey: 'other' }, { password: 'other' }, { secret: 'other' }]) {
    const stranger = await connect(changed);
    await expect(callCcxt(stranger, DEPOSITS, WINDOW)).rejects.toMatchObject(refused);
  }
  client.options['timeDifference'] = Date.now() - NOW_MS + 2 * 3_600_000;
  await expect(callCcxt(client, DEPOSITS, WINDOW)).rejects.toMatchObject({ name: 'InvalidNonce' });
  const address = 'https://api.bitget.com/api/v2/spot/account/assets';
  expect((await fetchJson(simulator.url + address)).text).toContain('ACCESS_KEY');
  expect((await fetchJson(`${simulator.url}${address}/no`)).status).toBe(404);
});

it('refuses more requests in a second than the limit of an endpoint allows', async () => {
  const { send } = await start();
  for (let request = 0; request < 10; request += 1) await send(WITHDRAWALS, WINDOW);
  await expect(send(WITHDRAWALS, WINDOW)).rejects.toMatchObject({ name: 'DDoSProtection' });
});
