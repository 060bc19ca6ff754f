/** What a statement does while another transaction has changed, or only locked, the row that it needs. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import type { Store } from '../../src/store/store.ts';
import { addOneWallet, addProject, T0 } from './contract/fixtures.ts';
import { begin, HASH, REQUEST, RESPONSE, SESSION } from './contract/manage-fixtures.ts';
import { makeEndpoint, SECRET } from './contract/webhook-fixtures.ts';
import { createMigratedDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';

const TIMES = { nowMs: T0, untilMs: T0 + 1000 };

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createMigratedDatabase();
});
beforeEach(async () => {
  store = openTestStore(database.url);
});
afterEach(async () => {
  await database.query('ROLLBACK');
  await store.close();
  await database.clear();
});
afterAll(() => database.drop());

/** Runs a statement in a transaction that has locked the rows, and commits it while `change` waits for them. */
async function during<Result>(statement: string, change: () => Promise<Result>): Promise<Result> {
  const [, table = ''] = statement.split(' ');
  await database.query(`BEGIN; SELECT 1 FROM ${table} FOR UPDATE`);
  const end = sleep(100).then(() => database.query(`${statement}; COMMIT`));
  const [result] = await Promise.all([change(), end]);
  return result;
}

async function createSession(): Promise<void> {
  await addProject(store);
  await store.createConnectSession(SESSION);
}

it('a connect session is not claimed while another request claims it', async () => {
  await createSession();
  const claiming = `UPDATE connect_session SET claim_token = 7, claimed_until_ms = ${T0 + 9000}`;
  const claim = await during(claiming, () => store.claimConnectSession(HASH, TIMES));
  expect(claim).toEqual({ outcome: 'busy' });
});

it('a connect session that is being connected is not canceled', async () => {
  await createSession();
  const connecting = "UPDATE connect_session SET state = 'connected'";
  const canceled = await during(connecting, () => store.cancelConnectSession('connect_1', T0));
  expect(canceled).toBeNull();
  expect(await store.readConnectSession('connect_1', T0)).toMatchObject({ state: 'connected' });
});

it('a request of a process that has crashed is not repeated while another one repeats it', async () => {
  await store.beginRequest(REQUEST);
  const repeating = `UPDATE idempotency_key SET token = 7, runs_until_ms = ${T0 + 4000}`;
  const later = { ...REQUEST, nowMs: T0 + 2000 };
  expect(await during(repeating, () => store.beginRequest(later))).toEqual({ outcome: 'running' });
});

it('a response that a later request replaces is not sealed again', async () => {
  await store.completeRequest(await begin(store), RESPONSE);
  const { managementKeyId, idempotencyKey } = REQUEST;
  const stored = { managementKeyId, idempotencyKey, keyId: 'mk_1', sealed: RESPONSE.sealed };
  const replacing = String.raw`UPDATE idempotency_key SET body = '\x02'`;
  const next = { keyId: 'mk_2', sealed: new Uint8Array([3]) };
  await during(replacing, () => store.resealResponse(stored, next));
  const [row] = await database.query('SELECT body FROM idempotency_key');
  expect(row).toEqual({ body: Buffer.from([2]) });
});

it('a wallet or a delivery that another transaction has locked is skipped without a wait', async () => {
  await addOneWallet(store);
  await store.addWebhook(makeEndpoint('webhook_a'), SECRET);
  const claims = [
    () => store.claimWallet(TIMES),
    () => store.claimDelivery({ ...TIMES, endpointId: 'webhook_a' }),
  ];
  const years = T0 * 2;
  for (const dueAtMs of [T0, years]) {
    await database.query(`UPDATE wallet_sync SET next_run_at_ms = ${dueAtMs};
      UPDATE webhook_delivery SET pending_no = 1, next_attempt_at_ms = ${dueAtMs}`);
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM wallet_sync FOR UPDATE');
    await database.query('SELECT 1 FROM webhook_delivery FOR UPDATE');
    for (const claim of claims) expect(await claim()).toBeUndefined();
    await database.query('ROLLBACK');
  }
  for (const claim of claims) expect(await claim()).toMatchObject({ walletId: 'wallet_one' });
});
