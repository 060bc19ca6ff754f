/** A database that stops, restarts, hangs or never responds. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { PostgresDatabase } from '../../src/store/postgres/database.ts';
import { readAsService } from '../../src/store/postgres/serving-database.ts';
import { raw } from '../../src/store/sql/query.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import {
  addOneWallet,
  claim,
  makeBalance,
  makeBalances,
  makeTransaction,
  listBalances,
} from '../store/contract/fixtures.ts';
import { startFreezingProxy, startHoldingProxy } from '../store/proxies.ts';
import { openTestStore } from '../store/postgres-database.ts';
import { PostgresProcess } from '../store/postgres-process.ts';
import { storeRows } from '../store/store-rows.ts';

/** A new connection is attempted after at most 5 s. */
const RECOVERY_MS_MAX = 20_000;
const WAIT = { timeout: RECOVERY_MS_MAX, interval: 10 };
/** Less than the time that a connection may take. */
const AT_ONCE_MS_MAX = 2500;
/** The limit of 2 s, and what a busy machine adds. */
const CLOSED_MS_MAX = 4000;
/** More than a busy machine adds to the limits below, and less than an abandoned call would take. */
const GIVEN_UP_MS_MAX = 15_000;

let server: PostgresProcess;
let url: string;
let store: Store;

beforeAll(async () => {
  ({ server, url } = await PostgresProcess.start());
  store = openTestStore(url);
  await store.migrate();
  const id = await addOneWallet(store);
  await store.recordBalances(await claim(store, id), makeBalances([makeBalance('BTC')]));
});

afterAll(async () => {
  await store.close();
  await server.close();
});

/** Returns the time until a call fails because of the database, and the message. */
async function measureRefusal(call: Promise<unknown>): Promise<[number, string]> {
  const startedAtMs = performance.now();
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreUnavailableError);
  return [performance.now() - startedAtMs, (error as Error).message];
}

describe('a database that is restarted', { timeout: 60_000 }, () => {
  it('is reported as unavailable immediately, and used again after its restart', async () => {
    const balances = await listBalances(store, 'wallet_one');
    const wallet = await store.readWalletKey('wallet_one');
    await server.command('stop');
    for (const call of [
      () => store.readBalances(wallet),
      () => storeRows(store, 'wallet_one', [makeTransaction('tx_1')]),
      () => store.ping(),
    ]) {
      const [tookMs, message] = await measureRefusal(call());
      expect(tookMs).toBeLessThan(AT_ONCE_MS_MAX);
      expect(message).toMatch(/^the database /);
    }
    await server.command('start');
    const startedAtMs = performance.now();
    expect(await listBalances(store, 'wallet_one')).toEqual(balances);
    expect(performance.now() - startedAtMs).toBeLessThan(RECOVERY_MS_MAX);
  });

  it('ends a waiting call, and rolls back its writes', async () => {
    const blocker = new pg.Client(url);
    await blocker.connect();
    blocker.on('error', () => undefined);
    await blocker.query('BEGIN; SELECT 1 FROM wallet_sync FOR UPDATE');
    const waiting = measureRefusal(storeRows(store, 'wallet_one', [makeTransaction('tx_2')]));
    const waits = 'SELECT 1 FROM pg_locks WHERE NOT granted';
    await vi.waitUntil(async () => (await blocker.query(waits)).rowCount === 1, WAIT);
    await server.command('stop');
    await waiting;
    await server.command('start');
    expect((await store.readWalletStatus('wallet_one')).transactionCount).toBe(0);
  });
});

describe('a database that does not respond', { timeout: 60_000 }, () => {
  const limits = { connectionsMax: 2, connectTimeoutMs: 400, statementTimeoutMs: 300 };
  const slow = raw('SELECT pg_sleep(60)');
  const short = raw('SELECT pg_sleep(0.1)');
  /** Their time together is ten times the limit. */
  const STATEMENTS = 100;
  const quick = raw('SELECT 1 AS one');
  const QUICK = [{ one: 1 }];

  it('is abandoned if all statements of a read together take too long', async () => {
    // Each alone stays below the limit, also on a busy machine.
    const patient = { ...limits, statementTimeoutMs: 1000 };
    const database = new PostgresDatabase({ ...patient, url, isLimited: true });
    const serving = readAsService(database);
    let read = 0;
    const reading = serving.readWallet(1, async (session) => {
      for (; read < STATEMENTS; read += 1) await session.rows(short);
      return read;
    });
    const [, message] = await measureRefusal(reading);
    expect(message).toMatch(/^the database does not respond in time;/);
    expect(read).toBeGreaterThan(0);
    expect(await database.rows(quick)).toEqual(QUICK);
    await database.close();
  });

  it('says why it has ended a transaction between two statements', async () => {
    const database = new PostgresDatabase({ ...limits, url });
    const [, message] = await measureRefusal(
      database.write(async (session) => {
        await session.rows(raw('SET LOCAL idle_in_transaction_session_timeout = 100'));
        await sleep(500);
        await session.rows(quick);
      }),
    );
    expect(message).toMatch(/^the database has ended a transaction that did not continue;/);
    expect(await database.rows(quick)).toEqual(QUICK);
    await database.close();
  });

  it('is abandoned if a statement takes too long', async () => {
    const database = new PostgresDatabase({ ...limits, url });
    const [tookMs, message] = await measureRefusal(database.rows(slow));
    expect(tookMs).toBeLessThan(GIVEN_UP_MS_MAX);
    expect(message).toMatch(/^the database took longer than it may;/);
    expect(await database.rows(quick)).toEqual(QUICK);
    await database.close();
  });

  it('is abandoned if no response arrives, and repeated on another connection', async () => {
    const proxy = await startFreezingProxy(url);
    const database = new PostgresDatabase({ ...limits, url: proxy.url });
    await database.rows(quick);
    proxy.freeze();
    const [tookMs, message] = await measureRefusal(database.rows(quick));
    expect(tookMs).toBeLessThan(GIVEN_UP_MS_MAX);
    expect(message).toMatch(/^the database does not respond in time;/);
    expect(await database.rows(quick)).toEqual(QUICK);
    await database.close();
    proxy.server.close();
  });

  it('executes no statement in a transaction that could not be ended', async () => {
    const proxy = await startHoldingProxy(url, 'ROLLBACK');
    const database = new PostgresDatabase({ ...limits, connectionsMax: 1, url: proxy.url });
    await database.rows(quick);
    proxy.hold();
    const failed = database.write((session) => session.rows(raw('SELECT 1 / 0')));
    await expect(failed).rejects.toThrow('division by zero');
    expect(proxy.held()).toBeGreaterThan(0);
    expect(await database.rows(quick)).toEqual(QUICK);
    await database.close();
    proxy.release();
    proxy.server.close();
  });

  it('keeps a change whose notification gets no response, and uses another connection', async () => {
    const proxy = await startHoldingProxy(url, 'pg_notify');
    const database = new PostgresDatabase({ ...limits, connectionsMax: 1, url: proxy.url });
    proxy.hold();
    const changed = database.write(async (session) => {
      session.changed.add('wallet_one');
      return session.rows(quick);
    });
    expect(await changed).toEqual(QUICK);
    expect(proxy.held()).toBeGreaterThan(0);
    expect(await database.rows(quick)).toEqual(QUICK);
    await database.close();
    proxy.release();
    proxy.server.close();
  });

  it('ends the transaction of a process that has stopped in it', async () => {
    const database = new PostgresDatabase({ ...limits, url });
    const [setting] = await database.rows(raw('SHOW idle_in_transaction_session_timeout'));
    expect(setting).toEqual({ idle_in_transaction_session_timeout: '15s' });
    await database.close();
  });

  it('limits the time of a statement also after long work on its connection', async () => {
    const database = new PostgresDatabase({ ...limits, connectionsMax: 1, url });
    const show = raw('SHOW statement_timeout');
    const before = await database.rows(show);
    const during = await database.withOwnConnection((session) => session.rows(show));
    expect(during).toEqual([{ statement_timeout: '0' }]);
    expect(await database.rows(show)).toEqual(before);
    await database.close();
  });

  it('reports the command that it refuses instead of the statements after it', async () => {
    const database = new PostgresDatabase({ ...limits, url });
    const begin = "BEGIN; SET LOCAL statement_timeout = 'long'";
    const failed = database.transact(begin, (session) => session.rows(quick));
    await expect(failed).rejects.toThrow(/a setting is refused/);
    await database.close();
  });

  it('is reported immediately if it has no connection left', async () => {
    const owner = new PostgresDatabase({ ...limits, url });
    await owner.withOwnConnection((connection) =>
      connection.execute('CREATE ROLE crowded LOGIN CONNECTION LIMIT 0'),
    );
    const address = Object.assign(new URL(url), { username: 'crowded' });
    const database = new PostgresDatabase({ ...limits, url: address.href });
    const [tookMs, message] = await measureRefusal(database.rows(quick));
    expect(tookMs).toBeLessThan(AT_ONCE_MS_MAX);
    expect(message).toMatch(/^the database has no connection left;/);
    expect(message).toMatch(/max_connections.* limit of the user .*TELLER_DATABASE_CONNECTIONS$/);
    await Promise.all([database.close(), owner.close()]);
  });

  it('does not delay the exit of the process', async () => {
    const proxy = await startFreezingProxy(url);
    const database = new PostgresDatabase({ ...limits, url: proxy.url });
    await database.rows(quick);
    proxy.freeze();
    const startedAtMs = performance.now();
    await database.close();
    expect(performance.now() - startedAtMs).toBeLessThan(CLOSED_MS_MAX);
    proxy.server.close();
  });

  it('is abandoned if it accepts connections and does not respond', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const address = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const database = new PostgresDatabase({ ...limits, url: address });
    const [tookMs] = await measureRefusal(database.rows(quick));
    expect(tookMs).toBeLessThan(GIVEN_UP_MS_MAX);
    await database.close();
    silent.close();
  });

  it('delays no caller longer if every connection is in use', async () => {
    const database = new PostgresDatabase({ ...limits, connectionsMax: 1, url });
    const [first, second] = await Promise.all([
      measureRefusal(database.rows(slow)),
      measureRefusal(database.withOwnConnection(() => sleep(700)).then(() => database.rows(slow))),
    ]);
    expect(first[0]).toBeLessThan(GIVEN_UP_MS_MAX);
    expect(second[0]).toBeLessThan(GIVEN_UP_MS_MAX);
    await database.close();
  });
});
