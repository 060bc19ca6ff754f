import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/duration.ts';
import { SimulatedClock } from '../clock.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { fetchJson, getBinance, openCcxt } from '../test-clients.ts';
import type { BinanceTruthRow } from '../truth.ts';
import { stateAt, reportedAt } from '../truth.ts';
import { BINANCE_COINS } from './coins.ts';
import { generateBinanceHistory } from './history.ts';
import type { BinanceHistoryOptions } from './history-options.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const DEPOSITS = '/sapi/v1/capital/deposit/hisrec';
const WITHDRAWALS = '/sapi/v1/capital/withdraw/history';
const FIAT = '/sapi/v1/fiat/orders';
const credentials = { apiKey: 'binance-test-key', secret: 'binance-test-secret' };
const open: Simulator[] = [];

interface Options extends Partial<BinanceHistoryOptions> {
  readonly rateLimits?: boolean;
  readonly runsWith?: () => number;
}

async function start({ rateLimits = false, runsWith, ...options }: Options = {}) {
  const clock = new SimulatedClock(
    runsWith === undefined ? { startMs: NOW_MS } : { startMs: NOW_MS, runsWith },
  );
  const simulator = await startSimulator({ clock, rateLimits });
  open.push(simulator);
  const history = generateBinanceHistory({ seed: 'binance test', toMs: NOW_MS, ...options });
  simulator.addAccount('binance', { credentials, history });
  const get = (path: string, params: Record<string, string> = {}) =>
    getBinance(simulator, credentials, path, params);
  const rowsOf = (source: BinanceTruthRow['source']) =>
    history.rows.filter((row) => row.source === source);
  return { clock, simulator, history, get, rowsOf };
}

type WireRow = Record<string, string | number | undefined>;

/** Returns the ids in one order, including those of rows without an id, to compare two lists. */
function sortIds(ids: readonly unknown[]): string[] {
  return ids.map(String).sort((left, right) => (left < right ? -1 : 1));
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

describe('Binance deposits', () => {
  it('are returned exactly once over adjacent windows of 90 days', async () => {
    const { get, rowsOf } = await start();
    const rows: WireRow[] = [];
    for (let endMs = NOW_MS; endMs > NOW_MS - 4.1 * 365 * DAY_MS; endMs -= 90 * DAY_MS) {
      const startTime = String(endMs - 90 * DAY_MS + 1);
      const page = await get(DEPOSITS, { startTime, endTime: String(endMs) });
      rows.push(...(page.json as WireRow[]));
    }
    const expected = rowsOf('deposit').toReversed();
    expect(sortIds(rows.map(({ id }) => id))).toEqual(
      sortIds(expected.map(({ recordId }) => recordId)),
    );
    expect(rows.filter(({ id }) => id === undefined)).toHaveLength(5);
  });

  it('are refused with -1127 over more than 90 days, also when only the start is given', async () => {
    const { get } = await start();
    const startTime = String(NOW_MS - 90 * DAY_MS);
    expect((await get(DEPOSITS, { startTime, endTime: String(NOW_MS) })).status).toBe(200);
    const wide = await get(DEPOSITS, { startTime, endTime: String(NOW_MS + 1) });
    expect(wide.status).toBe(400);
    expect(wide.json).toMatchObject({ code: -1127 });
    const open = await get(DEPOSITS, { startTime: String(NOW_MS - 91 * DAY_MS) });
    expect(open.json).toMatchObject({ code: -1127 });
  });

  it('cover the last 90 days by default, newest first', async () => {
    const { get, rowsOf } = await start();
    const expected = rowsOf('deposit').filter(
      ({ timestampMs }) => timestampMs >= NOW_MS - 90 * DAY_MS,
    );
    const rows = (await get(DEPOSITS)).json as WireRow[];
    expect(rows).toHaveLength(expected.length);
    const times = rows.map(({ insertTime }) => Number(insertTime)).filter(Number.isFinite);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
  });

  it('include rows at both ends of the window', async () => {
    const { get, rowsOf } = await start();
    const row = rowsOf('deposit')[40]!;
    const time = String(row.timestampMs);
    const rows = (await get(DEPOSITS, { startTime: time, endTime: time })).json as WireRow[];
    expect(rows.map(({ id }) => id)).toContain(row.recordId);
  });

  it('are returned in pages of at most 1,000 with an offset, also if one day has more', async () => {
    const { get, rowsOf } = await start({ count: 50, burst: 2_600 });
    const times = rowsOf('deposit').map(({ timestampMs }) => timestampMs);
    const middle = times[Math.floor(times.length / 2)]!;
    const window = { startTime: String(middle - 2 * DAY_MS), endTime: String(middle + 2 * DAY_MS) };
    const first = (await get(DEPOSITS, window)).json as WireRow[];
    const second = (await get(DEPOSITS, { ...window, offset: '1000' })).json as WireRow[];
    expect(first).toHaveLength(1_000);
    expect(second.length).toBeGreaterThan(300);
    const ids = [...first, ...second].map(({ id }) => id).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await get(DEPOSITS, { ...window, limit: '1001' })).json).toMatchObject({ code: -1130 });
  });

  it('are filtered by coin and status', async () => {
    const { get, rowsOf } = await start({ pending: 7 });
    const all = (await get(DEPOSITS)).json as WireRow[];
    const pending = (await get(DEPOSITS, { status: '0' })).json as WireRow[];
    expect(pending.length).toBeGreaterThan(0);
    expect(pending).toEqual(all.filter(({ status }) => status === 0));
    const coin = rowsOf('deposit').at(-1)!.asset;
    const ofCoin = (await get(DEPOSITS, { coin })).json as WireRow[];
    expect(ofCoin).toEqual(all.filter((row) => row['coin'] === coin));
  });

  it('change their status at the time of the change', async () => {
    const { clock, get, rowsOf } = await start();
    const row = rowsOf('deposit').find((candidate) => candidate.states.length > 1)!;
    const read = async () =>
      ((await get(DEPOSITS)).json as WireRow[]).find(({ id }) => id === row.recordId)?.['status'];
    expect(await read()).toBe(Number(stateAt(row, clock.now())!.code));
    expect(reportedAt(row, clock.now())?.status).toBe('pending');
    clock.set(row.states[1]!.fromMs);
    expect(await read()).toBe(Number(row.states[1]!.code));
  });

  it('contain unusual rows: bare numbers, exponents, no time, internal transfers, every status', async () => {
    const { get, rowsOf } = await start({
      count: 60,
      fromMs: NOW_MS - 80 * DAY_MS,
      traps: { malformed: 3 },
    });
    const { text, json } = await get(DEPOSITS);
    const rows = json as WireRow[];
    for (const row of rowsOf('deposit').filter(({ wire }) => wire.amountForm === 'number')) {
      expect(row.amount).toMatch(/^\d{6}\.\d{18}$/);
      expect(text).toContain(`"amount":${row.amount},`);
    }
    expect(text).toMatch(/"amount":"1\.\dE-7"/);
    expect(rows.filter(({ insertTime }) => insertTime === undefined)).toHaveLength(1);
    expect(text).toContain('"insertTime":"yesterday"');
    expect(text).toContain('"amount":"abc"');
    expect(text).toMatch(/"txId":"Internal transfer \d{11}"/);
    expect(rows.filter(({ transferType }) => transferType === 1)).toHaveLength(2);
    const statuses = new Set(rows.map(({ status }) => status));
    for (const status of [0, 1, 2, 6, 7, 8, 23]) expect(statuses).toContain(status);
  });
});

describe('Binance withdrawals', () => {
  it('have UTC text without a zone for the time of the record', async () => {
    const { get, rowsOf } = await start();
    const rows = (await get(WITHDRAWALS)).json as WireRow[];
    const truth = new Map(rowsOf('withdrawal').map((row) => [row.recordId, row]));
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      const applied = String(row['applyTime']);
      expect(applied).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      const expected = truth.get(String(row['id']))!;
      expect(Date.parse(`${applied.replace(' ', 'T')}Z`)).toBe(expected.timestampMs);
      expect(row['transactionFee']).toBe(expected.wire.feeText);
      expect(row['completeTime'] === undefined).toBe(row['status'] !== 6);
    }
  });
});

describe('Binance fiat orders', () => {
  it('are returned in an envelope, by kind and page', async () => {
    const { get, rowsOf } = await start({ fiatOrders: 30 });
    const beginTime = String(NOW_MS - 5 * 365 * DAY_MS);
    const expected = rowsOf('fiat-deposit').toReversed();
    const params = { transactionType: '0', beginTime, rows: '8' };
    const orders: WireRow[] = [];
    for (let page = 1; page <= 3; page++) {
      const response = (await get(FIAT, { ...params, page: String(page) })).json as {
        code: string;
        total: number;
        data: WireRow[];
      };
      expect(response).toMatchObject({ code: '000000', success: true, total: expected.length });
      orders.push(...response.data);
    }
    expect(orders.map(({ orderNo }) => orderNo)).toEqual(expected.map(({ recordId }) => recordId));
    expect((await get(FIAT)).json).toMatchObject({ code: -1102 });
    expect((await get(FIAT, { ...params, rows: '501' })).json).toMatchObject({ code: -1130 });
  });
});

describe('Binance balances', () => {
  it('agree between the account and the coins, and are never negative', async () => {
    const { get } = await start();
    const account = (await get('/api/v3/account')).json as {
      balances: { asset: string; free: string; locked: string }[];
    };
    const coins = (await get('/sapi/v1/capital/config/getall')).json as {
      coin: string;
      free: string;
      locked: string;
      isLegalMoney: boolean;
      networkList: { withdrawEnable: boolean; addressRegex: string }[];
    }[];
    for (const coin of coins) {
      const balance = account.balances.find(({ asset }) => asset === coin.coin)!;
      expect([Number(balance.free), Number(balance.locked)]).toEqual([
        Number(coin.free),
        Number(coin.locked),
      ]);
      expect(coin.free).not.toMatch(/^-/);
      expect(coin.networkList.length === 0).toBe(coin.isLegalMoney);
    }
    const networks = coins.flatMap(({ networkList }) => networkList);
    expect(networks.some(({ withdrawEnable }) => !withdrawEnable)).toBe(true);
    expect(networks.some(({ addressRegex }) => addressRegex === '')).toBe(true);
  });

  it('omit empty ones on request', async () => {
    const { get } = await start({ coins: ['BTC', 'EUR'], fiatOrders: 0 });
    const all = (await get('/api/v3/account')).json as { balances: { asset: string }[] };
    const held = (await get('/api/v3/account', { omitZeroBalances: 'true' })).json as {
      balances: { asset: string }[];
    };
    expect(all.balances.length).toBeGreaterThan(10);
    expect(held.balances.map(({ asset }) => asset)).toEqual(['BTC']);
  });
});

describe('Binance addresses', () => {
  it('match the pattern of their network', () => {
    const { rows } = generateBinanceHistory({ seed: 5, toMs: NOW_MS, count: 600 });
    const patterns = new Map(
      BINANCE_COINS.flatMap(({ coin, networks }) =>
        networks.map(({ network, addressRegex }) => [`${coin} ${network}`, addressRegex] as const),
      ),
    );
    const checked = rows.filter((row) => patterns.has(`${row.asset} ${row.wire.network}`));
    expect(checked.length).toBeGreaterThan(500);
    for (const row of checked) {
      const pattern = patterns.get(`${row.asset} ${row.wire.network}`)!;
      expect(row.address).toMatch(new RegExp(pattern));
    }
  });
});

describe('Binance authentication', () => {
  it('refuses unknown keys, wrong signatures and missing timestamps', async () => {
    const { simulator } = await start();
    const stranger = await getBinance(simulator, { ...credentials, apiKey: 'nobody' }, DEPOSITS);
    expect(stranger.status).toBe(401);
    expect(stranger.json).toMatchObject({ code: -2015 });
    const forged = await getBinance(simulator, { ...credentials, secret: 'wrong' }, DEPOSITS);
    expect(forged.json).toMatchObject({ code: -1022 });
    const bare = await fetchJson(`${simulator.url}https://api.binance.com${DEPOSITS}`, {
      headers: { 'X-MBX-APIKEY': credentials.apiKey },
    });
    expect(bare.json).toMatchObject({ code: -1102 });
  });

  it('checks the timestamp by a running clock as strictly as documented', async () => {
    const { get } = await start({ runsWith: () => 0 });
    const at = (offsetMs: number, recvWindow = '5000') =>
      get(DEPOSITS, { timestamp: String(NOW_MS + offsetMs), recvWindow });
    expect((await at(-5_000)).status).toBe(200);
    expect((await at(999)).status).toBe(200);
    expect((await at(-5_001)).json).toMatchObject({ code: -1021 });
    expect((await at(1_000)).json).toMatchObject({ code: -1021 });
    expect((await at(-9_000, '10000')).status).toBe(200);
    expect((await at(0, '60001')).json).toMatchObject({ code: -1130 });
  });

  it('tolerates a difference of minutes while the clock is stopped', async () => {
    const { get } = await start();
    expect((await get(DEPOSITS, { timestamp: String(NOW_MS + 600_000) })).status).toBe(200);
    const far = await get(DEPOSITS, { timestamp: String(NOW_MS + DAY_MS) });
    expect(far.json).toMatchObject({ code: -1021 });
  });
});

describe('Binance request weight', () => {
  it('accepts ten withdrawal pages in a minute, reports the weight, then requests a wait', async () => {
    const { clock, get } = await start({ rateLimits: true });
    for (let call = 1; call <= 10; call++) {
      const page = await get(WITHDRAWALS);
      expect(page.status).toBe(200);
      expect(page.headers.get('x-sapi-used-uid-weight-1m')).toBe(String(call * 18_000));
    }
    clock.advance(15_000);
    const refused = await get(WITHDRAWALS);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('45');
    expect((await get(DEPOSITS)).status).toBe(200);
    clock.advance(45_000);
    expect((await get(WITHDRAWALS)).status).toBe(200);
  });

  it('bans an address that continues to send requests, for a while', async () => {
    const { clock, get } = await start({ rateLimits: true });
    const statuses: number[] = [];
    for (let call = 0; call < 8; call++) {
      statuses.push((await get(FIAT, { transactionType: '0' })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429, 429, 418]);
    const banned = await get(DEPOSITS);
    expect(banned.status).toBe(418);
    expect(banned.headers.get('retry-after')).toBe('120');
    clock.advance(120_000);
    expect((await get(DEPOSITS)).status).toBe(200);
  });

  it('is not counted if rate limits are disabled', async () => {
    const { get } = await start({ rateLimits: false });
    for (let call = 0; call < 12; call++) expect((await get(WITHDRAWALS)).status).toBe(200);
  });
});

describe('Binance through ccxt', () => {
  it('serves time, raw histories, restrictions and fiat orders', async () => {
    const { simulator, rowsOf } = await start();
    const binance = await openCcxt('binance', simulator, credentials);
    expect(await binance.fetchTime()).toBe(NOW_MS);
    const within = (source: BinanceTruthRow['source']) =>
      rowsOf(source).filter(({ timestampMs }) => timestampMs >= NOW_MS - 90 * DAY_MS);
    const deposits = await binance.sapiGetCapitalDepositHisrec({});
    expect(deposits).toHaveLength(within('deposit').length);
    const withdrawals = await binance.sapiGetCapitalWithdrawHistory({ limit: 1_000 });
    expect(withdrawals).toHaveLength(within('withdrawal').length);
    const beginTime = NOW_MS - 5 * 365 * DAY_MS;
    const orders = await binance.sapiGetFiatOrders({ transactionType: 1, beginTime });
    expect(orders.data).toHaveLength(rowsOf('fiat-withdrawal').length);
    expect(await binance.sapiGetAccountApiRestrictions({})).toMatchObject({ enableReading: true });
  });

  it('serves unified currencies, balances and deposits', async () => {
    const { simulator, rowsOf } = await start({ traps: { malformed: 0 } });
    const binance = await openCcxt('binance', simulator, credentials);
    const currencies = await binance.fetchCurrencies();
    const bitcoin = Object.values(currencies['BTC']!.networks);
    expect(bitcoin.map(({ id, withdraw }) => `${id} ${withdraw}`)).toEqual([
      'BTC true',
      'BSC false',
    ]);
    expect(currencies['EUR']!.networks).toEqual({});
    binance.setMarkets([], currencies);
    const balance = await binance.fetchBalance();
    expect(balance['ETH']?.used).toMatch(/^\d+\.\d+$/);
    const sinceMs = NOW_MS - 80 * DAY_MS;
    const deposits = await binance.fetchDeposits(undefined, sinceMs);
    const expected = rowsOf('deposit').filter(({ timestampMs }) => timestampMs >= sinceMs);
    expect(sortIds(deposits.map(({ id }) => id))).toEqual(
      sortIds(expected.map(({ recordId }) => recordId)),
    );
  });
});
