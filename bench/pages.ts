/**
 * Pages over HTTP: the work of the service and its database for a request, compared with a bare `node:http` server that
 * sends the same bytes, with `pg` alone, with Platformatic DB, and with Express and `pg`.
 */
import type { BareResponse } from './bare-server.ts';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LIMIT_MAX } from '../src/domain/query.ts';
import { headersOf } from '../test/teller.ts';
import { type Databases, type Engine, ENGINES, type FilledDatabase } from './databases.ts';
import { type Cache, CACHES, LISTING } from './installation.ts';
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

const DEFAULT_PAGE = LISTING;
const FULL_PAGE = `${LISTING}?limit=${LIMIT_MAX}`;
const PEERS_FOLDER = new URL('peers/', import.meta.url);

type BaselineName = 'bare node:http' | PeerName;
type PeerName = 'pg alone' | 'Platformatic' | 'Express with pg';

/** Returns the subject that requests the wallet with this number of rows. */
type Peer = (rows: number) => Subject;

/** A page of an engine, and the baseline of its floor. */
type Comparison = readonly [Engine, Cache, page: string, BaselineName];

const COMPARISONS: readonly Comparison[] = [
  ['SQLite', 'cached', DEFAULT_PAGE, 'bare node:http'],
  ['PostgreSQL', 'cached', DEFAULT_PAGE, 'bare node:http'],
  ['SQLite', 'nothing cached', DEFAULT_PAGE, 'bare node:http'],
  ['PostgreSQL', 'nothing cached', DEFAULT_PAGE, 'pg alone'],
  ['SQLite', 'nothing cached', FULL_PAGE, 'Platformatic'],
  ['PostgreSQL', 'nothing cached', FULL_PAGE, 'Express with pg'],
];

/** A comparison of a wallet, with the servers; without a baseline, the peer is not installed. */
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
  for (const engine of ENGINES) {
    const database = await databases.analyzed(engine);
    const pids = engine === 'PostgreSQL' ? [pid] : [];
    for (const cache of Object.keys(CACHES) as Cache[]) {
      const service = await database.installation.serve(cache);
      services.push(service);
      const chosen = COMPARISONS.filter(([each, kind]) => each === engine && kind === cache);
      for (const comparison of chosen) {
        pairs.push(...(await makePairs(comparison, { database, service, pids, peers, services })));
      }
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

/** What the comparisons of a service need. */
interface Context {
  readonly database: FilledDatabase;
  readonly service: Service;
  /** Processes of its database. */
  readonly pids: readonly number[];
  readonly peers: ReadonlyMap<PeerName, Peer>;
  /** Receives the servers that have to be stopped. */
  readonly services: Service[];
}

async function makePairs(
  [, cache, page, baselineName]: Comparison,
  context: Context,
): Promise<Pair[]> {
  const { database, service, pids, peers } = context;
  const pairs: Pair[] = [];
  for (const { id, rows } of database.wallets) {
    const subject = {
      url: `${service.url}${page}`,
      headers: headersOf(database.tenant, id),
      pids: [service.process.pid!, ...pids],
    };
    const baseline =
      baselineName === 'bare node:http'
        ? await startBare(subject, context.services)
        : peers.get(baselineName)?.(rows);
    const title = page === DEFAULT_PAGE ? 'default page' : 'page of 1,000';
    const name = `${title}, ${cache}, ${database.engine}`;
    const work = `${title}, ${cache}, ${database.title}, ${formatCount(rows)} rows`;
    pairs.push({ name, work, subject, baseline });
  }
  return pairs;
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
