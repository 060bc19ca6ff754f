import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/duration.ts';
import { SimulatedClock } from '../clock.ts';
import { generateBybitHistory } from '../bybit/history.ts';
import { generateGateHistory } from '../gate/history.ts';
import { generateOkxHistory } from '../okx/history.ts';
import { FIAT_ASSET } from '../okx/records.ts';
import { toUnits } from '../decimal-units.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { callCcxt, fetchJson, openCcxt } from '../../test/simulator-clients.ts';
import { stateAt } from '../truth.ts';
import type { RoutedHistoryOptions } from './history-options.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const credentials = { apiKey: 'a-key', secret: 'a-secret', password: 'a-passphrase' };
const open: Simulator[] = [];

type Row = Record<string, unknown>;

const GENERATORS = {
  bybit: generateBybitHistory,
  gate: generateGateHistory,
  okx: generateOkxHistory,
};

async function start(
  exchange: keyof typeof GENERATORS,
  options: Partial<RoutedHistoryOptions> = {},
) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  const simulator = await startSimulator({ clock });
  open.push(simulator);
  const history = GENERATORS[exchange]({ seed: 'routed test', toMs: NOW_MS, ...options });
  simulator.addAccount(exchange, { credentials, history });
  const connect = (changed: Partial<typeof credentials> = {}) =>
    openCcxt(exchange, simulator, { ...credentials, ...changed });
  const client = await connect();
  /** The list of a response, at Bybit under `rows`, at OKX under `data`, and Bybit's cursor. */
  const send = async (endpoint: string, params: object) => {
    // Requests are counted by simulated seconds.
    clock.advance(1000);
    client.options['timeDifference'] = Date.now() - clock.now();
    const response = (await callCcxt(client, endpoint, params)) as {
      result?: Row;
      data?: Row[];
    };
    const rows = (response.result?.['rows'] ?? response.data ?? response) as Row[];
    return { rows, cursor: response.result?.['nextPageCursor'] as string };
  };
  return { clock, simulator, history, client, connect, send };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

describe('Bybit', () => {
  const DEPOSITS = 'privateGetV5AssetDepositQueryRecord';

  it('pages a window of less than 30 days by cursor, and every page with rows has one', async () => {
    const { send, history } = await start('bybit', { count: 20, burst: 300 });
    const burst = history.rows.filter(({ source }) => source === 'deposit');
    const middleMs = burst[Math.floor(burst.length / 2)]!.timestampMs;
    const window = { startTime: middleMs - 3 * DAY_MS, endTime: middleMs + 3 * DAY_MS };
    const wanted = burst.filter(
      ({ timestampMs }) => timestampMs >= window.startTime && timestampMs <= window.endTime,
    );
    const ids: unknown[] = [];
    let cursor = '';
    for (let page = 0; page < 20; page += 1) {
      const next = await send(DEPOSITS, { ...window, ...(cursor === '' ? {} : { cursor }) });
      expect(next.cursor === '').toBe(next.rows.length === 0);
      ids.push(...next.rows.map(({ id }) => id));
      if (next.cursor === '') break;
      cursor = next.cursor;
    }
    expect(wanted.length).toBeGreaterThan(100);
    expect(ids).toEqual(wanted.toReversed().map(({ recordId }) => recordId));
  });

  it('counts the bounds of a window in whole seconds', async () => {
    const { send, history } = await start('bybit');
    const row = history.rows.find(
      ({ source, timestampMs }) => source === 'deposit' && timestampMs % 1000 > 0,
    )!;
    const second = Math.floor(row.timestampMs / 1000) * 1000;
    const { rows } = await send(DEPOSITS, { startTime: second + 999, endTime: second + 999 });
    expect(rows.map(({ id }) => id)).toContain(row.recordId);
  });

  it('changes the time of a deposit with its status', async () => {
    const { send, clock, history } = await start('bybit');
    const row = history.rows.find(
      ({ source, states }) => source === 'deposit' && states.length > 1,
    )!;
    const settledMs = row.states[1]!.fromMs;
    const at = async (ms: number) => {
      const { rows } = await send(DEPOSITS, { startTime: ms, endTime: ms });
      return rows.map(({ id }) => id);
    };
    expect(await at(row.timestampMs)).toContain(row.recordId);
    clock.set(settledMs);
    expect(await at(row.timestampMs)).not.toContain(row.recordId);
    expect(await at(settledMs)).toContain(row.recordId);
  });

  it('refuses windows of 30 days, and lists internal withdrawals only on request', async () => {
    const { send, history } = await start('bybit');
    const wide = send(DEPOSITS, { startTime: NOW_MS - 30 * DAY_MS, endTime: NOW_MS });
    await expect(wide).rejects.toThrow(/10001/);
    const { timestampMs } = history.rows.find(({ source }) => source === 'internal-withdrawal')!;
    const window = { startTime: timestampMs, endTime: timestampMs };
    const endpoint = 'privateGetV5AssetWithdrawQueryRecord';
    const types = async (params: object) =>
      (await send(endpoint, { ...window, ...params })).rows.map((row) => row['withdrawType']);
    expect(await types({ withdrawType: 2 })).toContain(1);
    expect(await types({})).not.toContain(1);
  });

  it('refuses a window of more than 7 days of transfers', async () => {
    const { send } = await start('bybit');
    const endpoint = 'privateGetV5AssetTransferQueryInterTransferList';
    const startTime = NOW_MS - 7 * DAY_MS;
    await send(endpoint, { startTime, endTime: NOW_MS });
    await expect(send(endpoint, { startTime, endTime: NOW_MS + 1 })).rejects.toThrow('10001');
  });
});

describe('OKX', () => {
  const DEPOSITS = 'privateGetAssetDepositHistory';

  it('returns the 100 newest rows strictly between two times', async () => {
    const { send, history } = await start('okx', { count: 400 });
    const deposits = history.rows.filter(
      ({ source, asset }) => source.endsWith('deposit') && asset !== FIAT_ASSET,
    );
    const { timestampMs } = deposits[150]!;
    const { rows } = await send(DEPOSITS, { after: timestampMs });
    const wanted = deposits.filter((row) => row.timestampMs < timestampMs).toReversed();
    expect(rows.map(({ depId }) => depId)).toEqual(
      wanted.slice(0, 100).map(({ recordId }) => recordId),
    );
    const one = await send(DEPOSITS, { before: timestampMs - 1, after: timestampMs + 1 });
    expect(one.rows.map(({ depId }) => depId)).toContain(deposits[150]!.recordId);
    const none = await send(DEPOSITS, { before: timestampMs, after: timestampMs + 1 });
    expect(none.rows).toEqual([]);
  });

  it('refuses a wrong passphrase', async () => {
    const { connect } = await start('okx');
    const stranger = await connect({ password: 'wrong' });
    await expect(callCcxt(stranger, DEPOSITS, {})).rejects.toMatchObject({
      name: 'AuthenticationError',
    });
  });
});

describe('Gate', () => {
  const DEPOSITS = 'privateWalletGetDeposits';

  it('pages a window by offset, 100 rows if no limit is given', async () => {
    const { send, history } = await start('gate', { count: 20, burst: 1200 });
    const deposits = history.rows.filter(({ kind }) => kind === 'deposit');
    const middle = Math.floor(deposits[Math.floor(deposits.length / 2)]!.timestampMs / 1000);
    const window = { from: middle - 3 * 86_400, to: middle + 3 * 86_400 };
    expect((await send(DEPOSITS, window)).rows).toHaveLength(100);
    const first = await send(DEPOSITS, { ...window, limit: 500 });
    const second = await send(DEPOSITS, { ...window, limit: 500, offset: 500 });
    const ids = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(first.rows).toHaveLength(500);
    expect(second.rows.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses windows of more than 30 days and pages of more than 500', async () => {
    const { send } = await start('gate');
    const to = NOW_MS / 1000;
    for (const params of [{ from: to - 30 * 86_400 - 1, to }, { limit: 501 }]) {
      await expect(send(DEPOSITS, params)).rejects.toThrow(/INVALID_PARAM_VALUE/);
    }
    expect((await send(DEPOSITS, { from: to - 30 * 86_400, to })).rows.length).toBeGreaterThan(0);
  });

  it('includes the fee in the amount of a withdrawal', async () => {
    const { send, history } = await start('gate');
    const row = history.rows.findLast(({ source }) => source === 'withdrawal')!;
    const { rows } = await send('privateWalletGetWithdrawals', {});
    const found = rows.find(({ id }) => id === `w${row.recordId}`)!;
    expect(toUnits(found['amount'] as string)).toBe(toUnits(row.amount) + toUnits(row.fee!));
  });
});

describe.each([
  ['bybit', 'privateGetV5AssetWithdrawQueryRecord', 'api.bybit.com/v5/asset/coin/query-info', 5],
  ['gate', 'privateWalletGetWithdrawals', 'api.gateio.ws/api/v4/spot/accounts', 20],
  ['okx', 'privateGetAssetWithdrawalHistory', 'www.okx.com/api/v5/asset/currencies', 6],
] as const)('%s', (exchange, endpoint, address, perSecondMax) => {
  it('refuses unknown keys, wrong signatures, unsigned and stale requests', async () => {
    const { connect, simulator } = await start(exchange);
    const refused = { name: 'AuthenticationError' };
    const stranger = await connect({ apiKey: 'unknown' });
    await expect(callCcxt(stranger, endpoint, {})).rejects.toMatchObject(refused);
    const forger = await connect({ secret: 'wrong' });
    await expect(callCcxt(forger, endpoint, {})).rejects.toMatchObject(refused);
    const late = await connect();
    late.options['timeDifference'] = Number(late.options['timeDifference']) + 2 * 3_600_000;
    // ccxt maps Gate's REQUEST_EXPIRED to a wrong key.
    await expect(callCcxt(late, endpoint, {})).rejects.toMatchObject(
      exchange === 'gate' ? refused : { name: 'InvalidNonce' },
    );
    expect((await fetchJson(`${simulator.url}https://${address}`)).text).toMatch(
      /API key|ACCESS|Invalid key/,
    );
    expect((await fetchJson(`${simulator.url}https://${address}/no`)).status).toBe(404);
  });

  it('refuses more requests in a second than the limit of an endpoint allows', async () => {
    const { client } = await start(exchange);
    for (let request = 0; request < perSecondMax; request += 1) {
      await callCcxt(client, endpoint, {});
    }
    await expect(callCcxt(client, endpoint, {})).rejects.toMatchObject({
      name: 'RateLimitExceeded',
    });
  });

  it('returns the current state of a record', async () => {
    const { clock, history, send } = await start(exchange);
    const row = history.rows.find(
      ({ source, states }) => source === 'withdrawal' && states.length > 1,
    )!;
    const read = async () => {
      const { rows } = await send(endpoint, {});
      return rows.find((found) =>
        [found['withdrawId'], found['wdId'], String(found['id']).slice(1)].includes(row.recordId),
      )!;
    };
    const codeOf = (found: Row) => found['status'] ?? found['state'];
    expect(codeOf(await read())).toBe(stateAt(row, clock.now())!.code);
    clock.set(row.states[1]!.fromMs);
    expect(codeOf(await read())).toBe(row.states[1]!.code);
  });
});
