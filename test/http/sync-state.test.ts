/** The state of a wallet's synchronisation in responses, with both engines. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { mintApiKey } from '../../src/domain/api-key.ts';
import type { Store } from '../../src/store/store.ts';
import {
  createTestDatabase,
  openTestStore,
  type TestDatabase,
} from '../store/postgres-database.ts';
import { type BenchOptions, SyncBench } from '../sync/harness.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import type { HttpAnswer } from './http-client.ts';
import { BALANCE, LISTING, sampleTransactions } from './samples.ts';
import { type ServiceHarness, startService } from './service-harness.ts';
import { headersOf, type Tenant } from './tenants.ts';

const WALLET_ID = 'wallet_binance';
const WAIT = { timeout: 10_000, interval: 5 };
const SECRETS = ['binance-key', 'binance-secret'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function openPostgres(): Promise<Store> {
  const store = openTestStore(database.url);
  await store.migrate();
  await database.clear();
  return store;
}

const ENGINES: readonly (readonly [string, BenchOptions])[] = [
  ['SQLite', {}],
  ['PostgreSQL', { openStore: openPostgres }],
];

describe.each(ENGINES)('the state of the synchronisation in %s', (_, options) => {
  let bench: SyncBench;
  let service: ServiceHarness;
  let tenant: Tenant;

  beforeEach(async () => {
    bench = await new SyncBench(options).open();
    const { masterKey } = bench;
    service = await startService({ wrapStore: () => bench.store, masterKey });
    const { id, apiKey, hash } = mintApiKey(masterKey, (size) => new Uint8Array(size).fill(7));
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

  it('refuses the balance of a stopped wallet that was never synchronised, with the reason', async () => {
    await bench.add('binance', { count: 20 });
    const before = await ask(BALANCE);
    expect([before.status, ...stateOf(before)]).toEqual([503, 'new', undefined, 'backfilling']);
    expect(JSON.parse(before.body)).toMatchObject({ code: 'wallet_not_synced' });
    expect(before.headers['retry-after']).toBe('10');
    bench.simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
    await bench.sync(WALLET_ID);
    const stopped = ['stopped', 'exchange_key_refused', 'backfilling'];
    const { status, headers, body } = await expectState(BALANCE, stopped);
    expect(status).toBe(503);
    expect(headers).not.toHaveProperty('retry-after');
    const problem = JSON.parse(body) as { code: string; detail: string };
    expect(problem.code).toBe('wallet_stopped');
    const { failure } = await bench.store.readSyncState(WALLET_ID);
    expect(problem.detail).toContain(failure!.message);
    for (const secret of SECRETS) expect(body).not.toContain(secret);
    expect((await expectState(LISTING, stopped)).status).toBe(200);
  });

  it('reports that a failure is retried', async () => {
    await bench.add('binance', { count: 20 });
    bench.simulator.faults.add({ fault: { kind: 'status', status: 503 }, times: Infinity });
    await bench.sync(WALLET_ID);
    const failing = ['failing', 'exchange_unavailable', 'backfilling'];
    const { status, headers } = await expectState(BALANCE, failing);
    expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect(JSON.parse((await ask(BALANCE)).body)).toMatchObject({ code: 'wallet_not_synced' });
  });

  it('distinguishes an imported history from an empty wallet', async () => {
    await bench.add('binance', { count: 20 });
    await expectState(LISTING, ['new', undefined, 'backfilling']);
    await importRows(bench.store, WALLET_ID, sampleTransactions(3));
    await expectState(LISTING, ['imported', undefined, 'backfilling']);
    expect((await ask(BALANCE)).status).toBe(503);
  });
});
