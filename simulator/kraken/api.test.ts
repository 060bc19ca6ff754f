import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { SimulatedClock } from '../clock.ts';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { KRAKEN_STATUS_REACH_MS } from './api.ts';
import { fetchJson, openCcxt, postKraken } from '../test-clients.ts';
import type { KrakenLedgerEntry } from '../truth.ts';
import { reportedAt } from '../truth.ts';
import { generateKrakenHistory } from './history.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const credentials = {
  apiKey: 'kraken-test-key',
  secret: Buffer.from('kraken-test-secret').toString('base64'),
};
const open: Simulator[] = [];

async function start(options: { rateLimits?: boolean; withdraw?: boolean; count?: number } = {}) {
  const clock = new SimulatedClock({ startMs: NOW_MS });
  const simulator = await startSimulator({ clock, rateLimits: options.rateLimits ?? false });
  open.push(simulator);
  const history = generateKrakenHistory({
    seed: 'kraken test',
    toMs: NOW_MS,
    count: options.count ?? 260,
  });
  const permissions = { withdraw: options.withdraw ?? false };
  simulator.addAccount('kraken', { credentials, history, permissions });
  const post = (endpoint: string, params: Record<string, string> = {}) =>
    postKraken(simulator, credentials, endpoint, params);
  return { clock, simulator, history, post };
}

interface LedgersResponse {
  readonly error: readonly string[];
  readonly result: {
    readonly ledger: Record<string, { time: number; type: string; amount: string }>;
    readonly count?: number;
  };
}

interface StatusRow {
  readonly refid: string;
  readonly status: string;
  readonly 'status-prop'?: string;
  readonly time: number;
}

function visibleLedgers(history: ReturnType<typeof generateKrakenHistory>): KrakenLedgerEntry[] {
  return history.rows
    .flatMap((row) => row.wire.ledgers)
    .filter(({ ticks }) => ticks <= NOW_MS * 10 + 9)
    .sort((left, right) => left.ticks - right.ticks);
}

function errorOf(response: { json: unknown }): readonly string[] {
  return (response.json as { error: readonly string[] }).error;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

describe('Kraken ledgers', () => {
  it('are returned in unordered pages of fifty, newest page first, each entry exactly once', async () => {
    const { history, post } = await start();
    const expected = visibleLedgers(history);
    const pages: string[][] = [];
    for (let offset = 0; offset < expected.length; offset += 50) {
      const response = (await post('Ledgers', { ofs: String(offset) })).json as LedgersResponse;
      expect(response.result.count).toBe(expected.length);
      pages.push(Object.keys(response.result.ledger));
    }
    expect(new Set(pages.flat())).toEqual(new Set(expected.map(({ ledgerId }) => ledgerId)));
    expect(pages.flat()).toHaveLength(expected.length);
    const newest = expected.slice(-50).map(({ ledgerId }) => ledgerId);
    expect(new Set(pages[0])).toEqual(new Set(newest));
    expect(pages[0]).not.toEqual(newest.toReversed());
  });

  it('exclude the start and include the end, given as seconds or as an id', async () => {
    const { history, post } = await start();
    const entries = visibleLedgers(history);
    const first = entries[100]!;
    const last = entries[130]!;
    const between = entries.filter(({ ticks }) => ticks > first.ticks && ticks <= last.ticks);
    const seconds = (entry: KrakenLedgerEntry) =>
      `${Math.floor(entry.ticks / 10_000)}.${String(entry.ticks % 10_000).padStart(4, '0')}`;
    const bySeconds = await post('Ledgers', { start: seconds(first), end: seconds(last) });
    const byId = await post('Ledgers', { start: first.ledgerId, end: last.ledgerId });
    expect(byId.json).toEqual(bySeconds.json);
    const response = bySeconds.json as LedgersResponse;
    expect(new Set(Object.keys(response.result.ledger))).toEqual(
      new Set(between.map(({ ledgerId }) => ledgerId)),
    );
  });

  it('filter by type and asset, and omit the count on request', async () => {
    const { post } = await start();
    const staking = (await post('Ledgers', { type: 'staking' })).json as LedgersResponse;
    const types = Object.values(staking.result.ledger).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['staking']));
    const uncounted = await post('Ledgers', { asset: 'XBT,ZEUR', without_count: 'true' });
    expect((uncounted.json as LedgersResponse).result.count).toBeUndefined();
    expect(errorOf(await post('Ledgers', { asset: 'NOPE' }))).toEqual(['EQuery:Unknown asset']);
    expect(errorOf(await post('Ledgers', { type: 'nope' }))[0]).toMatch(/^EGeneral:Invalid/);
  });

  it('contain a pending transfer only after it is settled', async () => {
    const { clock, history, post } = await start();
    const row = history.rows.find(
      (candidate) => candidate.states[0]?.status === 'pending' && candidate.wire.ledgers.length > 0,
    )!;
    const ledgerId = row.wire.ledgers[0]!.ledgerId;
    const before = (await post('Ledgers')).json as LedgersResponse;
    expect(Object.keys(before.result.ledger)).not.toContain(ledgerId);
    expect(reportedAt(row, clock.now())?.status).toBe('pending');
    clock.advance(24 * HOUR_MS);
    const after = (await post('Ledgers')).json as LedgersResponse;
    expect(Object.keys(after.result.ledger)).toContain(ledgerId);
    expect(reportedAt(row, clock.now())).toMatchObject({
      status: 'completed',
      timestampMs: row.wire.requestedAtMs,
    });
  });
});

describe('Kraken deposit and withdrawal status', () => {
  it('are paged by cursor over the whole period, newest first', async () => {
    const { history, post } = await start();
    const expected = history.rows.filter(
      (row) =>
        row.source === 'deposit' && row.wire.requestedAtMs >= NOW_MS - KRAKEN_STATUS_REACH_MS,
    );
    const refids: string[] = [];
    let cursor: string | undefined = 'true';
    while (cursor !== undefined) {
      const response = await post('DepositStatus', { cursor, limit: '5' });
      const page = response.json as { result: { deposits: StatusRow[]; next_cursor?: string } };
      refids.push(...page.result.deposits.map(({ refid }) => refid));
      cursor = page.result.next_cursor;
    }
    expect(refids).toHaveLength(expected.length);
    expect(new Set(refids)).toEqual(new Set(expected.map(({ wire }) => wire.refid)));
  });

  it('return a plain array without a cursor, with the special states', async () => {
    const { post } = await start();
    const deposits = (await post('DepositStatus')).json as { result: StatusRow[] };
    expect(deposits.result.length).toBeLessThanOrEqual(25);
    const states = deposits.result.map((row) => `${row.status} ${row['status-prop'] ?? ''}`.trim());
    expect(states).toEqual(
      expect.arrayContaining(['Success return', 'Settled onhold', 'Failure', 'Settled', 'Success']),
    );
    const withdrawals = (await post('WithdrawStatus')).json as { result: StatusRow[] };
    const properties = withdrawals.result.map((row) => row['status-prop']);
    expect(properties).toEqual(expect.arrayContaining(['canceled', 'cancel-pending']));
    const times = withdrawals.result.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
  });

  it('include both ends of the time range', async () => {
    const { history, post } = await start();
    const row = history.rows.findLast(({ source }) => source === 'withdrawal')!;
    const seconds = String(row.wire.requestedAtMs / 1_000);
    const response = await post('WithdrawStatus', { start: seconds, end: seconds });
    const { result } = response.json as { result: StatusRow[] };
    expect(result.map(({ refid }) => refid)).toContain(row.wire.refid);
  });
});

describe('Kraken authentication', () => {
  it('refuses an unknown key, a wrong signature and a nonce that does not increase', async () => {
    const { simulator, post } = await start();
    const stranger = { ...credentials, apiKey: 'nobody' };
    const forged = { ...credentials, secret: Buffer.from('other').toString('base64') };
    const unknown = await postKraken(simulator, stranger, 'Balance');
    expect(unknown.status).toBe(200);
    expect(errorOf(unknown)).toEqual(['EAPI:Invalid key']);
    expect(errorOf(await postKraken(simulator, forged, 'Balance'))).toEqual([
      'EAPI:Invalid signature',
    ]);
    expect(errorOf(await post('Balance', { nonce: '900' }))).toEqual([]);
    expect(errorOf(await post('Balance', { nonce: '900' }))).toEqual(['EAPI:Invalid nonce']);
    expect(errorOf(await post('Balance', { nonce: '899' }))).toEqual(['EAPI:Invalid nonce']);
  });

  it('counts calls per key, two for ledgers, and reduces the count with time', async () => {
    const { clock, post } = await start({ rateLimits: true });
    for (let call = 0; call < 7; call++) expect(errorOf(await post('Ledgers'))).toEqual([]);
    expect(errorOf(await post('Ledgers'))).toEqual(['EAPI:Rate limit exceeded']);
    expect(errorOf(await post('Balance'))).toEqual([]);
    clock.advance(7_000);
    expect(errorOf(await post('Ledgers'))).toEqual([]);
  });

  it('lists withdrawal methods only for a key that may withdraw', async () => {
    const reader = await start();
    expect(errorOf(await reader.post('WithdrawMethods'))).toEqual(['EGeneral:Permission denied']);
    const { post } = await start({ withdraw: true });
    const response = (await post('WithdrawMethods', { asset: 'USDT' })).json as {
      result: { network: string; minimum: string; fee: { fee: string } }[];
    };
    expect(response.result.map(({ network }) => network)).toEqual(['Tron', 'Ethereum']);
    expect(response.result[0]).toMatchObject({ minimum: '5', fee: { fee: '2.5' } });
  });
});

describe('Kraken through ccxt', () => {
  it('serves time, currencies, balance, ledgers and withdrawals', async () => {
    const { simulator, history } = await start();
    const kraken = await openCcxt('kraken', simulator, credentials);
    expect(await kraken.fetchTime()).toBe(NOW_MS);
    const currencies = await kraken.fetchCurrencies();
    expect(Object.keys(currencies)).toEqual(
      expect.arrayContaining(['BTC', 'DOGE', 'XTZ', 'ZRX', 'EUR', 'DOT.S', 'BTC.M']),
    );
    kraken.setMarkets([], currencies);
    const ledgers = await kraken.privatePostLedgers({ type: 'withdrawal' });
    const expected = visibleLedgers(history)
      .filter(({ type }) => type === 'withdrawal')
      .slice(-50);
    expect(new Set(Object.keys(ledgers.result.ledger))).toEqual(
      new Set(expected.map(({ ledgerId }) => ledgerId)),
    );
    await nextMillisecond();
    const balance = await kraken.fetchBalance();
    expect(balance['BTC']?.total).toMatch(/^\d+\.\d+$/);
    await nextMillisecond();
    const withdrawals = await kraken.fetchWithdrawals();
    const pending = history.rows.filter((row) => reportedAt(row, NOW_MS)?.status === 'pending');
    expect(pending.length).toBeGreaterThan(0);
    expect(withdrawals.map(({ id }) => id)).toEqual(
      expect.arrayContaining(
        pending.filter(({ source }) => source === 'withdrawal').map(({ recordId }) => recordId),
      ),
    );
  });

  it('raises an error for a refused key', async () => {
    const { simulator } = await start();
    const kraken = await openCcxt('kraken', simulator, credentials);
    simulator.faults.add({ fault: { kind: 'refused-key' }, path: /Balance/ });
    kraken.setMarkets([], await kraken.fetchCurrencies());
    await expect(kraken.fetchBalance()).rejects.toThrow(/Invalid key/);
  });
});

it('returns time and system status without a signature', async () => {
  const { simulator } = await start({ count: 10 });
  const time = await fetchJson(`${simulator.url}https://api.kraken.com/0/public/Time`);
  expect(time.json).toMatchObject({ result: { unixtime: NOW_MS / 1_000 } });
  const status = await fetchJson(`${simulator.url}https://api.kraken.com/0/public/SystemStatus`);
  expect(status.json).toMatchObject({ result: { status: 'online' } });
});

/** ccxt's nonce for Kraken is the time in milliseconds, so two calls in one millisecond collide. */
async function nextMillisecond(): Promise<void> {
  const start = Date.now();
  while (Date.now() === start) await new Promise((resolve) => setTimeout(resolve, 1));
}
