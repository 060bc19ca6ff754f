/** The state of a wallet's synchronisation in responses. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { mintKey } from '../../src/domain/api-key.ts';
import type { WindowProgress } from '../../src/sync/range-reader.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { EARLY_MS, SyncBench } from '../sync/harness.ts';
import { listBalances } from '../store/contract/fixtures.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import type { HttpAnswer } from './http-client.ts';
import { BALANCE, LISTING, sampleTransactions } from './samples.ts';
import { type ServiceHarness, startService } from './service-harness.ts';
import { headersOf, type Tenant } from './tenants.ts';

const WALLET_ID = 'wallet_binance';
const WAIT = { timeout: 10_000, interval: 5 };
const FAILING = ['failing', 'exchange_unavailable', 'backfilling'];
const PATHS = [LISTING, BALANCE];
const SECRETS = ['binance-key', 'binance-secret'];

describe('the state of the synchronisation', () => {
  let bench: SyncBench;
  let service: ServiceHarness;
  let tenant: Tenant;

  beforeEach(async () => {
    bench = await new SyncBench({ startMs: EARLY_MS }).open();
    const { masterKey } = bench;
    service = await startService({ wrapStore: () => bench.store, masterKey });
    const {
      id,
      key: apiKey,
      hash,
    } = mintKey('key', masterKey, (size) => new Uint8Array(size).fill(7));
    const key = { id, projectId: 'project_1', label: null, hash, createdAtMs: 1 };
    await bench.store.createApiKey({ ...key, expiresAtMs: null });
    const ids = { orgId: 'org_1', projectId: 'project_1', walletId: WALLET_ID };
    tenant = { ...ids, keyId: id, apiKey };
  });
  afterEach(async () => {
    await service.stop();
    await bench.close();
  });

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    service.send({ path, method, headers: { ...headersOf(tenant), ...headers } });

  const stateOf = ({ headers }: HttpAnswer): unknown[] => [
    headers['x-svc-sync-state'],
    headers['x-svc-sync-error'],
    headers['x-svc-history'],
  ];

  /** An engine may be notified some milliseconds after the change. */
  async function expectState(path: string, state: readonly unknown[]): Promise<HttpAnswer> {
    return vi.waitFor(async () => {
      const answer = await ask(path);
      expect(stateOf(answer)).toEqual(state);
      return answer;
    }, WAIT);
  }

  async function expectNotSynced(path: string, state: readonly unknown[]): Promise<void> {
    const { status, headers, body } = await expectState(path, state);
    expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect(headers).not.toHaveProperty('x-svc-last-sync-at');
    expect(JSON.parse(body)).toMatchObject({ code: 'wallet_not_synced', status: 503 });
  }

  it('reports that the exchange refused the key, in the next response and without a restart', async () => {
    await bench.add('binance', { count: 20 });
    expect(await bench.sync(WALLET_ID)).toMatchObject({ ok: true });
    const synced = ['synced', undefined, 'complete'];
    const tags = new Map<string, string>();
    for (const path of [LISTING, BALANCE]) {
      const { headers } = await expectState(path, synced);
      tags.set(path, headers.etag!);
    }
    bench.simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
    expect(await bench.sync(WALLET_ID)).toMatchObject({ ok: false });
    const stopped = ['stopped', 'exchange_key_refused', 'complete'];
    for (const path of [LISTING, BALANCE]) {
      const { status, headers } = await expectState(path, stopped);
      expect([status, headers.etag]).toEqual([200, tags.get(path)]);
      const head = await ask(path, {}, 'HEAD');
      expect([head.status, ...stateOf(head)]).toEqual([200, ...stopped]);
      const unchanged = await ask(path, { 'if-none-match': tags.get(path)! });
      expect([unchanged.status, ...stateOf(unchanged)]).toEqual([304, ...stopped]);
    }
    bench.simulator.faults.clear();
    await bench.sync(WALLET_ID);
    await expectState(LISTING, synced);
  });

  it.each(PATHS)('refuses %s of a wallet that was never synchronised', async (path) => {
    await bench.add('binance', { count: 20 });
    await expectNotSynced(path, ['new', undefined, 'backfilling']);
    const head = await ask(path, {}, 'HEAD');
    expect([head.status, head.headers['retry-after']]).toEqual([503, '10']);
    const query = path === LISTING ? '?limit=0' : '?limit=1';
    expect((await ask(`${path}${query}`)).status).toBe(400);
  });

  it.each(PATHS)(
    'refuses %s of a wallet that stopped before its first success, with the reason',
    async (path) => {
      await bench.add('binance', { count: 20 });
      bench.simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
      await bench.sync(WALLET_ID);
      const stopped = ['stopped', 'exchange_key_refused', 'backfilling'];
      const { status, headers, body } = await expectState(path, stopped);
      expect(status).toBe(503);
      expect(headers).not.toHaveProperty('retry-after');
      expect(headers).not.toHaveProperty('x-svc-last-sync-at');
      const problem = JSON.parse(body) as { code: string; detail: string };
      expect(problem.code).toBe('wallet_stopped');
      const { failure } = await bench.store.readSyncState(WALLET_ID);
      expect(problem.detail).toContain(failure!.message);
      for (const secret of SECRETS) expect(body).not.toContain(secret);
      bench.simulator.faults.clear();
      await bench.sync(WALLET_ID);
      expect((await expectState(path, ['synced', undefined, 'complete'])).status).toBe(200);
    },
  );

  it.each(PATHS)('advises no retry of %s of a wallet that is paused before', async (path) => {
    await bench.add('binance', { count: 20 });
    await bench.store.changeWallet(WALLET_ID, { paused: true }, EARLY_MS);
    const { status, headers, body } = await expectState(path, ['paused', undefined, 'backfilling']);
    expect([status, headers['retry-after']]).toEqual([503, undefined]);
    expect(JSON.parse(body)).toMatchObject({ code: 'wallet_stopped' });
  });

  it.each(PATHS)(
    'refuses %s while the first synchronisation fails and is retried',
    async (path) => {
      await bench.add('binance', { count: 20 });
      bench.simulator.faults.add({ fault: { kind: 'status', status: 503 }, times: Infinity });
      await bench.sync(WALLET_ID);
      await expectNotSynced(path, FAILING);
    },
  );

  it.each(PATHS)(
    'refuses %s if the first synchronisation read the balances and failed in a list',
    async (path) => {
      await bench.add('binance', { count: 20 });
      const fault = { kind: 'status', status: 404, body: '{"msg":"no such endpoint"}' } as const;
      bench.simulator.faults.add({ fault, path: /withdraw\/history$/, times: Infinity });
      await bench.sync(WALLET_ID);
      expect(await listBalances(bench.store, WALLET_ID)).not.toEqual([]);
      await expectNotSynced(path, ['failing', 'exchange_request_refused', 'backfilling']);
    },
  );

  it('serves a wallet from its first refresh on, while older history is read', async () => {
    await bench.add('binance', { count: 60 });
    const duringBackfill: Promise<HttpAnswer>[] = [];
    const onWindow = ({ unreadMs }: WindowProgress): void => {
      if (unreadMs !== undefined) duringBackfill.push(...PATHS.map((path) => ask(path)));
    };
    await syncWallets({ ...bench.workerOptions(), onWindow }, [WALLET_ID]);
    const answers = await Promise.all(duringBackfill);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(stateOf(answers[0]!)).toEqual(['backfilling', undefined, 'backfilling']);
  });

  it('serves a wallet whose backfill failed after the first refresh', async () => {
    await bench.add('binance', { count: 60 });
    const fault = { kind: 'status', status: 500 } as const;
    bench.simulator.faults.add({ fault, path: /deposit\/hisrec/, skip: 2, times: Infinity });
    await bench.sync(WALLET_ID);
    for (const path of PATHS) {
      const { status, headers } = await expectState(path, FAILING);
      expect(status).toBe(200);
      expect(headers['x-svc-last-sync-at']).toMatch(/Z$/);
    }
  });

  it('lists imported transactions before the first synchronisation, whether it failed or not', async () => {
    await bench.add('binance', { count: 20 });
    await importRows(bench.store, WALLET_ID, sampleTransactions(3));
    const { status, body } = await expectState(LISTING, ['imported', undefined, 'backfilling']);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ pagination: { totalCount: 3 } });
    await expectNotSynced(BALANCE, ['imported', undefined, 'backfilling']);
    bench.simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
    await bench.sync(WALLET_ID);
    const stopped = ['stopped', 'exchange_key_refused', 'backfilling'];
    expect((await expectState(LISTING, stopped)).status).toBe(200);
    expect((await expectState(BALANCE, stopped)).status).toBe(503);
    const [imported] = await bench.store.listImports(WALLET_ID);
    await bench.store.undoImport(imported!.id, 1);
    await vi.waitFor(async () => expect((await ask(LISTING)).status).toBe(503), WAIT);
  });
});
