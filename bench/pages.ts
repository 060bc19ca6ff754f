/**
 * Pages over HTTP: the work of the service and its database for a request, compared with a bare `node:http` server that
 * sends the same bytes, with `pg` alone, with Platformatic DB, and with Express and `pg`.
 */
import { existsSync } from 'node:fs';

import { LIMIT_MAX } from '../src/domain/query.ts';
import { headersOf } from '../test/teller.ts';
import type { Databases, Engine } from './databases.ts';
import { formatCount } from '../src/cli/format.ts';
import { reportProgress } from './figures.ts';
import type { Result } from './floors.ts';
import { type Cache, DEFAULT_PAGE, FULL_PAGE } from './installation.ts';
import { compareWork, type Subject } from './load.ts';
import { API_KEY, fillPlainTable, walletOf } from './plain-table.ts';
import { createDatabase, findProcess } from './postgres.ts';
import { makeCommand, SERVER_CORE, startServer, stopProcesses } from './processes.ts';

const PEERS_PACKAGES = new URL('peers/node_modules', import.meta.url);
const BARE = 'bare node:http';

/** A server that reads the plain table. */
interface Peer {
  readonly file: string;
  /** Returns the path of the page of a wallet. */
  readonly path: (wallet: string) => string;
  readonly headers?: Subject['headers'];
}

const PEERS = {
  'pg alone': { file: 'pg-server.ts', path: () => '/' },
  Platformatic: {
    file: 'peers/platformatic-server.js',
    path: (wallet) =>
      `/walletRow/?where.walletId.eq=${wallet}&orderby.timestamp=desc&orderby.id=desc` +
      `&limit=${LIMIT_MAX}&offset=0&totalCount=true`,
  },
  // Looks up the key for each request; the service caches an authentication for a second.
  'Express with pg': {
    file: 'peers/express-server.js',
    path: (wallet) => `/wallets/${wallet}/transactions?limit=${LIMIT_MAX}`,
    headers: { 'x-api-key': API_KEY },
  },
} as const satisfies Record<string, Peer>;

type Baseline = typeof BARE | keyof typeof PEERS;

/** A page of an engine, and the baseline of its floor. */
type Comparison = readonly [Engine, Cache, page: typeof FULL_PAGE, Baseline];

const COMPARISONS: readonly Comparison[] = [
  ['SQLite', 'cached', DEFAULT_PAGE, BARE],
  ['PostgreSQL', 'cached', DEFAULT_PAGE, BARE],
  ['SQLite', 'nothing cached', DEFAULT_PAGE, BARE],
  ['PostgreSQL', 'nothing cached', DEFAULT_PAGE, 'pg alone'],
  ['SQLite', 'nothing cached', FULL_PAGE, 'Platformatic'],
  ['PostgreSQL', 'nothing cached', FULL_PAGE, 'Express with pg'],
];

/** Measures every comparison for a small and a large wallet. */
export async function measurePages(databases: Databases, rounds: number): Promise<Result[]> {
  const postgres = await databases.postgres();
  const postgresPid = await findProcess(postgres);
  const plainUrl = await createDatabase(postgres);
  const { wallets } = await databases.analyzed('PostgreSQL');
  await fillPlainTable(
    plainUrl,
    wallets.map(({ rows }) => rows),
  );
  const results: Result[] = [];
  for (const [engine, cache, { title, path }, baseline] of COMPARISONS) {
    const database = await databases.analyzed(engine);
    for (const { id, rows } of database.wallets) {
      const work = `${title}, ${cache}, ${database.title}, ${formatCount(rows)} rows`;
      reportProgress(work);
      const service = await database.installation.serve(cache);
      const subject = {
        url: `${service.url}${path}`,
        headers: headersOf(database.tenant, id),
        pids: [service.pid, ...(engine === 'PostgreSQL' ? [postgresPid] : [])],
      };
      const other =
        baseline === BARE
          ? await startBare(subject)
          : await startPeer(PEERS[baseline], plainUrl, postgresPid, rows);
      const found = other && (await compareWork(subject, other, rounds));
      results.push({ name: `${title}, ${cache}, ${engine}`, work, measured: null, ...found });
      await stopProcesses();
    }
  }
  return results;
}

/** Starts a bare server with the response of a service to the same request. */
async function startBare({ url, headers }: Subject): Promise<Subject> {
  const command = makeCommand('bare-server.ts', [url, JSON.stringify(headers)]);
  const server = await startServer(command, SERVER_CORE);
  return { url: server.url, headers, pids: [server.pid] };
}

/** Starts a peer, and returns its page of the wallet with a number of rows. Without its packages, returns nothing. */
async function startPeer(
  { file, path, headers = {} }: Peer,
  databaseUrl: string,
  postgresPid: number,
  rows: number,
): Promise<Subject | undefined> {
  if (file.startsWith('peers/') && !existsSync(PEERS_PACKAGES)) {
    reportProgress('not installed: npm --prefix bench/peers ci');
    return undefined;
  }
  const { url, pid } = await startServer(makeCommand(file, [databaseUrl]), SERVER_CORE);
  return { url: `${url}${path(walletOf(rows))}`, headers, pids: [pid, postgresPid] };
}
