/** The management API: many wallets are created while the service answers, and listed by state. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import { WalletTellerManagement } from '../client/src/index.ts';
import { askTeller } from '../test/teller.ts';
import { type Databases, type EmptyDatabase, ENGINES } from './databases.ts';
import { formatCount } from '../src/cli/format.ts';
import { medianOf, quantileOf, reportProgress, round } from './figures.ts';
import { type Result, resultOf } from './floors.ts';
import { type Installation, LISTING, TELLER } from './installation.ts';
import { runSql } from '../test/store/run-sql.ts';
import { SERVER_CORE, startServer, stopProcesses } from './processes.ts';

const CREATED = 5000;
const CONCURRENT = 16;
const LISTED = 100_000;
const LIMIT = 100;
const PAGES = 100;
/** Pause of the reader between two requests. */
const READER_PAUSE_MS = 20;

type Wallets = ReturnType<WalletTellerManagement['project']>['wallets'];

/** Measures both engines. */
export async function measureManage(databases: Databases): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of ENGINES) {
    results.push(...(await measureEngine(await databases.empty(engine))));
    await stopProcesses();
  }
  return results;
}

async function measureEngine(database: EmptyDatabase): Promise<Result[]> {
  const { title, installation } = database;
  const { env } = installation;
  const { tenant, headers } = await installation.addTenant();
  const { manageKey } = await askTeller<{ manageKey: string }>(['manage-key', 'create'], env);
  const command = [TELLER, 'serve', '--no-sync', '--port', '0', '--manage-port', '0', '--json'];
  const service = await startServer<{ manageUrl: string }>(command, SERVER_CORE, env);
  const { projectId } = tenant;
  const options = { baseUrl: service.manageUrl, manageKey, retries: 0 };
  const { wallets } = new WalletTellerManagement(options).project(projectId);

  reportProgress(`${title}: ${formatCount(CREATED)} wallets by the management API`);
  const created = new AbortController();
  const [seconds, waitsMs] = await Promise.all([
    createWallets(wallets).finally(() => created.abort()),
    readUntil(created.signal, `${service.url}${LISTING}`, headers),
  ]);
  const p99Ms = quantileOf(waitsMs, 0.99);

  reportProgress(`${title}: lists of ${formatCount(LISTED)} wallets`);
  await fill(installation, projectId);
  const pagesMs = await listPages(wallets);
  const creation = '5,000 wallets created by the management API';
  const listing = 'list of 100 of 100,000 wallets by state';
  return [
    resultOf(creation, database, round(seconds)),
    resultOf('p99 of a reader meanwhile', database, round(p99Ms)),
    resultOf(listing, database, round(medianOf(pagesMs))),
  ];
}

/** Returns the duration in seconds. */
async function createWallets(wallets: Wallets): Promise<number> {
  const startMs = performance.now();
  let left = CREATED;
  const create = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const credentials = { apiKey: randomUUID(), secret: randomUUID() };
      const wallet = { exchange: 'binance', credentials, externalId: randomUUID() };
      await wallets.create({ ...wallet, check: 'later' });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, create));
  return (performance.now() - startMs) / 1000;
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

/** Reads pages of the synchronised wallets, one after the other. Returns their durations in milliseconds. */
async function listPages(wallets: Wallets): Promise<readonly number[]> {
  const durationsMs: number[] = [];
  let cursor: string | undefined;
  while (durationsMs.length < PAGES) {
    const startMs = performance.now();
    const page = await wallets.page({ state: 'synced', limit: LIMIT, cursor });
    durationsMs.push(performance.now() - startMs);
    if (page.items.length !== LIMIT) throw new Error(`a page has ${page.items.length} wallets`);
    cursor = page.nextCursor ?? undefined;
  }
  return durationsMs;
}

/** Adds wallets by SQL; half of them are synchronised, the others are failing. */
async function fill({ databaseUrl }: Installation, projectId: string): Promise<void> {
  const statements = `CREATE TEMP TABLE added AS WITH RECURSIVE list (no) AS (
        SELECT 1000001 UNION ALL SELECT no + 1 FROM list WHERE no < 1000000 + ${LISTED})
      SELECT no FROM list;
    INSERT INTO wallet (wallet_no, id, project_id, exchange, created_at_ms)
      SELECT no, 'wallet_' || no, '${projectId}', 'binance', 1 FROM added;
    INSERT INTO wallet_sync (wallet_no, project_no, imports_only, last_sync_at_ms, history_complete,
        next_run_at_ms, failure_code)
      SELECT no, (SELECT project_no FROM project WHERE id = '${projectId}'), false, 1, true, 1,
        CASE WHEN no % 2 = 0 THEN 'exchange_unavailable' END FROM added;
    INSERT INTO wallet_content (wallet_no, transactions_revision, balances_revision)
      SELECT no, 1, 1 FROM added;
    INSERT INTO wallet_coverage (wallet_no, source, from_ms, to_ms, read_at_ms)
      SELECT no, source, 1, 2, 2 FROM added
        CROSS JOIN (SELECT 'deposits' AS source UNION ALL SELECT 'withdrawals') AS sources`;
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
    database.exec(statements);
    database.close();
  } else {
    await runSql(databaseUrl, statements);
  }
}
