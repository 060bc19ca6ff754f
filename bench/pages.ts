/**
 * Pages over HTTP: the work of the service and its database for a request, compared with a bare `node:http` server that
 * sends the same bytes, with `pg` alone, with Platformatic DB, and with Express and `pg`.
 */
import type { BareResponse } from './bare-server.ts';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LIMIT_MAX } from '../src/domain/query.ts';
import { headersOf } from '../test/teller.ts';
import type { Databases, Engine } from './databases.ts';
import { type Cache, DEFAULT_PAGE, FULL_PAGE } from './installation.ts';
import { compareWork, measureWork, type Subject } from './load.ts';
import { API_KEY, fillPlainTable, walletOf } from './plain-table.ts';
import { createDatabase } from './postgres.ts';
import {
  makeCommand,
  makeFolder,
  SERVER_CORE,
  type Service,
  startServer,
  stop,
} from './processes.ts';
import type { Result } from './floors.ts';
import { formatCount, reportProgress, round } from './figures.ts';

const PEERS_FOLDER = new URL('peers/', import.meta.url);
const BARE = 'bare node:http';
type PeerName = 'pg alone' | 'Platformatic' | 'Express with pg';

/** Returns the subject that requests the wallet with this number of rows. */
type Peer = (rows: number) => Subject;

/** A page of an engine, and the baseline of its floor. */
type Comparison = readonly [Engine, Cache, page: typeof FULL_PAGE, typeof BARE | PeerName];

const COMPARISONS: readonly Comparison[] = [
  ['SQLite', 'cached', DEFAULT_PAGE, BARE],
  ['PostgreSQL', 'cached', DEFAULT_PAGE, BARE],
  ['SQLite', 'nothing cached', DEFAULT_PAGE, BARE],
  ['PostgreSQL', 'nothing cached', DEFAULT_PAGE, 'pg alone'],
  ['SQLite', 'nothing cached', FULL_PAGE, 'Platformatic'],
  ['PostgreSQL', 'nothing cached', FULL_PAGE, 'Express with pg'],
];

/** A comparison of a wallet; without a baseline, the peer is not installed. */
interface Pair {
  readonly name: string;
  readonly work: string;
  readonly subject: Subject;
  readonly baseline: Subject | undefined;
}

/** Measures every comparison for a small and a large wallet. */
export async function measurePages(databases: Databases, rounds: number): Promise<Result[]> {
  const services: Service[] = [];
  const postgres = await databases.postgres();
  const { pid } = postgres;
  if (pid === undefined) throw new Error('the processes of PostgreSQL are not on this machine');
  const plainUrl = await createDatabase(postgres);
  const { wallets } = await databases.analyzed('PostgreSQL');
  await fillPlainTable(
    plainUrl,
    wallets.map(({ rows }) => rows),
  );
  const peers = await startPeers(plainUrl, pid, services);
  const pairs: Pair[] = [];
  for (const [engine, cache, { title, path }, baseline] of COMPARISONS) {
    const database = await databases.analyzed(engine);
    const service = await database.installation.serve(cache);
    services.push(service);
    const pids = [service.process.pid!, ...(engine === 'PostgreSQL' ? [pid] : [])];
    for (const { id, rows } of database.wallets) {
      const headers = headersOf(database.tenant, id);
      const subject = { url: `${service.url}${path}`, headers, pids };
      pairs.push({
        name: `${title}, ${cache}, ${engine}`,
        work: `${title}, ${cache}, ${database.title}, ${formatCount(rows)} rows`,
        subject,
        baseline:
          baseline === BARE ? await startBare(subject, services) : peers.get(baseline)?.(rows),
      });
    }
  }
  reportProgress('pages: requests to the service and to its baselines');
  const results = await measurePairs(pairs, rounds);
  await Promise.all(services.map(({ process }) => stop(process)));
  return results;
}

async function measurePairs(pairs: readonly Pair[], rounds: number): Promise<Result[]> {
  const subjects = pairs.flatMap(({ subject, baseline }) => (baseline ? [subject, baseline] : []));
  const work = await measureWork([...new Set(subjects)], rounds);
  return pairs.map(({ subject, baseline, ...result }) => {
    if (baseline === undefined) {
      return { ...result, measured: null, note: 'not installed: npm --prefix bench/peers ci' };
    }
    const { ratio, note } = compareWork(work, subject, baseline);
    return { ...result, measured: round(ratio), note };
  });
}

/** Headers that Node adds. */
const NODE_HEADERS = new Set(['connection', 'date', 'keep-alive']);

/** Starts a bare server with the response of a service, for the same request. */
async function startBare({ url, headers }: Subject, services: Service[]): Promise<Subject> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  const own = [...response.headers].filter(([name]) => !NODE_HEADERS.has(name));
  const bare: BareResponse = { headers: Object.fromEntries(own), body: await response.text() };
  const path = join(makeFolder('response'), 'response.json');
  writeFileSync(path, JSON.stringify(bare));
  const server = await startServer(makeCommand('bare-server.ts', [path]), { core: SERVER_CORE });
  services.push(server);
  return { url: server.url, headers, pids: [server.process.pid!] };
}

/** Starts the servers that read the plain table: `pg` alone, and the installed peers. */
async function startPeers(
  databaseUrl: string,
  postgresPid: number,
  services: Service[],
): Promise<ReadonlyMap<PeerName, Peer>> {
  reportProgress('pages: start of the baselines');
  const peers = new Map<PeerName, Peer>();
  const start = async (
    name: PeerName,
    file: string,
    pathOf: (wallet: string) => string,
    headers: Subject['headers'] = {},
  ): Promise<void> => {
    const server = await startServer(makeCommand(file, [databaseUrl]), { core: SERVER_CORE });
    services.push(server);
    const pids = [server.process.pid!, postgresPid];
    peers.set(name, (rows) => ({ url: `${server.url}${pathOf(walletOf(rows))}`, headers, pids }));
  };
  await start('pg alone', 'pg-server.ts', () => '/');
  if (!existsSync(new URL('node_modules', PEERS_FOLDER))) return peers;
  await start(
    'Platformatic',
    'peers/platformatic-server.js',
    (wallet) =>
      `/walletRow/?where.walletId.eq=${wallet}&orderby.timestamp=desc&orderby.id=desc` +
      `&limit=${LIMIT_MAX}&offset=0&totalCount=true`,
  );
  // Looks up the key for each request; the service caches an authentication for a second.
  await start(
    'Express with pg',
    'peers/express-server.js',
    (wallet) => `/wallets/${wallet}/transactions?limit=${LIMIT_MAX}`,
    { 'x-api-key': API_KEY },
  );
  return peers;
}
