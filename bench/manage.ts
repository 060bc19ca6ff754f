/** The management API: many wallets are created while the service answers, and listed by state. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import { headersOf } from '../test/teller.ts';
import { type Databases, type Engine, ENGINES } from './databases.ts';
import { formatCount, medianOf, reportProgress, round } from './figures.ts';
import { type Result, resultOf } from './floors.ts';
import { Installation, LISTING, TELLER } from './installation.ts';
import { createDatabase, runSql } from './postgres.ts';
import { SERVER_CORE, startServer, stop } from './processes.ts';
import { SMALL_ROWS, writeHistory } from './rows.ts';

const CREATED = 5000;
const CONCURRENT = 16;
const LISTED = 100_000;
const PAGES = 100;
/** Pause of the reader between two requests. */
const READER_PAUSE_MS = 20;

/** The service of an engine, its management API, and a reader. */
interface Managed {
  readonly engine: Engine;
  readonly title: string;
  readonly url: string;
  readonly manageUrl: string;
  readonly manageKey: string;
  readonly projectId: string;
  /** Of a request of the reader. */
  readonly headers: Record<string, string>;
}

/** Measures both engines. */
export async function measureManage(databases: Databases): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of ENGINES) {
    const server = engine === 'PostgreSQL' ? await databases.postgres() : undefined;
    const title = server === undefined ? engine : `${engine} ${server.version}`;
    const installation = new Installation(server && (await createDatabase(server)));
    const tenant = await installation.addTenant();
    const { projectId } = tenant;
    const walletId = await installation.addWallet(tenant, await writeHistory(SMALL_ROWS));
    const headers = headersOf(tenant, walletId);
    const { manageKey } = installation.ask<{ manageKey: string }>(['manage-key', 'create']);
    const command = [TELLER, 'serve', '--no-sync', '--port', '0', '--manage-port', '0', '--json'];
    const { process, ...urls } = await startServer<{ manageUrl: string }>(command, {
      core: SERVER_CORE,
      env: installation.env,
    });
    const managed = { engine, title, projectId, headers, manageKey, ...urls };
    reportProgress(`${title}: ${formatCount(CREATED)} wallets by the management API`);
    results.push(...(await measureCreation(managed)));
    reportProgress(`${title}: lists of ${formatCount(LISTED)} wallets`);
    await fill(installation, projectId);
    results.push(await measureLists(managed));
    await stop(process);
  }
  return results;
}

async function measureCreation(managed: Managed): Promise<Result[]> {
  const ended = new AbortController();
  const reading = readUntil(ended.signal, `${managed.url}${LISTING}`, managed.headers);
  const startMs = performance.now();
  let left = CREATED;
  const create = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await createWallet(managed);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, create));
  const seconds = (performance.now() - startMs) / 1000;
  ended.abort();
  const waitsMs = await reading;
  const p99 = waitsMs.toSorted((left, right) => left - right)[Math.floor(waitsMs.length * 0.99)]!;
  const created = '5,000 wallets created by the management API';
  return [
    resultOf(created, managed, round(seconds), `${CONCURRENT} at a time`),
    resultOf('p99 of a reader meanwhile', managed, round(p99), `${waitsMs.length} requests`),
  ];
}

async function createWallet({ projectId, manageUrl, manageKey }: Managed): Promise<void> {
  const response = await fetch(`${manageUrl}/v0/projects/${projectId}/wallets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${manageKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      exchange: 'binance',
      credentials: { apiKey: randomUUID(), secret: randomUUID() },
      externalId: randomUUID(),
      check: 'later',
    }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST wallets: ${response.status} ${text}`);
}

/** Sends a request after the other. Returns their durations in milliseconds. */
async function readUntil(
  signal: AbortSignal,
  url: string,
  headers: Record<string, string>,
): Promise<readonly number[]> {
  const durationsMs: number[] = [];
  while (!signal.aborted) {
    const startMs = performance.now();
    const response = await fetch(url, { headers });
    await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    durationsMs.push(performance.now() - startMs);
    await sleep(READER_PAUSE_MS);
  }
  return durationsMs;
}

/** Reads pages of the wallets of a state, one after the other. */
async function measureLists(managed: Managed): Promise<Result> {
  const { projectId, manageUrl, manageKey } = managed;
  const headers = { authorization: `Bearer ${manageKey}` };
  const durationsMs: number[] = [];
  let path = `/v0/projects/${projectId}/wallets?state=synced&limit=100`;
  while (durationsMs.length < PAGES) {
    const startMs = performance.now();
    const response = await fetch(`${manageUrl}${path}`, { headers });
    const { items } = (await response.json()) as { items: readonly unknown[] };
    durationsMs.push(performance.now() - startMs);
    if (items.length !== 100) throw new Error(`${path}: ${items.length} wallets`);
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')![1]!;
  }
  const note = `the slowest of ${PAGES} pages ${round(Math.max(...durationsMs))} ms`;
  const name = 'list of 100 of 100,000 wallets by state';
  return resultOf(name, managed, round(medianOf(durationsMs)), note);
}

/** Adds wallets by SQL; half of them are synchronised, the others are failing. */
async function fill({ databaseUrl }: Installation, projectId: string): Promise<void> {
  const statements = [
    `CREATE TEMP TABLE added AS WITH RECURSIVE list (no) AS (
        SELECT 1000001 UNION ALL SELECT no + 1 FROM list WHERE no < 1000000 + ${LISTED})
      SELECT no FROM list`,
    `INSERT INTO wallet (wallet_no, id, project_id, exchange, created_at_ms)
      SELECT no, 'wallet_' || no, '${projectId}', 'binance', 1 FROM added`,
    `INSERT INTO wallet_sync (wallet_no, project_no, imports_only, last_sync_at_ms, history_complete,
        next_run_at_ms, failure_code)
      SELECT no, (SELECT project_no FROM project WHERE id = '${projectId}'), false, 1, true, 1,
        CASE WHEN no % 2 = 0 THEN 'exchange_unavailable' END FROM added`,
    `INSERT INTO wallet_content (wallet_no, transactions_revision, balances_revision)
      SELECT no, 1, 1 FROM added`,
    `INSERT INTO wallet_coverage (wallet_no, source, from_ms, to_ms, read_at_ms)
      SELECT no, source, 1, 2, 2 FROM added
        CROSS JOIN (SELECT 'deposits' AS source UNION ALL SELECT 'withdrawals') AS sources`,
  ];
  if (!databaseUrl.startsWith('sqlite:')) {
    await runSql(databaseUrl, statements.join('; '));
    return;
  }
  const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
  database.exec(statements.join('; '));
  database.close();
}
