/** Responses over HTTP, each compared with a bare `node:http` server that sends the same bytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LIMIT_MAX } from '../src/domain/query.ts';
import { BALANCE_ASSETS, BALANCE_NETWORKS } from './balances.ts';
import type { BareAnswer } from './bare-server.ts';
import { type Databases, type Engine, ENGINES, type FilledDatabase } from './databases.ts';
import { makeFilterSubjects } from './http-filters.ts';
import { type Cache, CACHES, LISTING } from './installation.ts';
import {
  atLeast,
  atMost,
  formatCount,
  makeFigure,
  type Measurement,
  round,
  type Target,
  reportProgress,
  time,
} from './measurement.ts';
import {
  makeCommand,
  residentMegabytes,
  SERVER_CORE,
  type Service,
  startServer,
  stop,
} from './processes.ts';
import { measureRates, type Subject } from './rates.ts';
import { deepestPage, SMALL_ROWS } from './rows.ts';

const BALANCE = '/v0/wallet/withdraw/balance';
const STARTS = 3;
const JSON_TYPE = 'application/json';
const CACHE_NAMES = Object.keys(CACHES) as Cache[];
/** Headers that `node:http` writes itself. */
const HEADERS_OF_NODE = new Set(['connection', 'content-length', 'date', 'keep-alive']);

/** A request to measure. */
interface Question {
  readonly name: string;
  /**
   * Returns the path for a wallet with this number of rows; `undefined` if wallets of this size are not
   * measured.
   */
  readonly path: (rows: number) => string | undefined;
  readonly status: number;
  /** Targets for SQLite. PostgreSQL is compared with only `pg`, see `postgres.ts`. */
  readonly targets: Readonly<Partial<Record<Cache, Target>>>;
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'default page',
    path: () => LISTING,
    status: 200,
    targets: { 'response cache': atLeast(0.75), 'nothing cached': atLeast(0.3) },
  },
  {
    name: 'limit=1000',
    path: () => `${LISTING}?limit=${LIMIT_MAX}`,
    status: 200,
    targets: { 'nothing cached': atLeast(0.35) },
  },
  {
    name: 'deepest page of 1,000',
    path: (rows) =>
      rows > SMALL_ROWS ? `${LISTING}?limit=${LIMIT_MAX}&page=${deepestPage(rows)}` : undefined,
    status: 200,
    targets: {},
  },
  { name: 'default page, 304', path: () => LISTING, status: 304, targets: {} },
  {
    name: `balance of ${BALANCE_ASSETS} assets with ${BALANCE_NETWORKS} networks`,
    path: (rows) => (rows === SMALL_ROWS ? BALANCE : undefined),
    status: 200,
    targets: { 'response cache': atLeast(0.75), 'nothing cached': atLeast(0.3) },
  },
];

/** Measures all requests on both engines, with and without caches. */
export async function measureHttp(databases: Databases, rounds: number): Promise<Measurement[]> {
  const results: Measurement[] = [];
  for (const engine of ENGINES) {
    results.push(...(await measureEngine(await databases.filled(engine), rounds)));
  }
  return results;
}

async function measureEngine(database: FilledDatabase, rounds: number): Promise<Measurement[]> {
  const { engine, installation } = database;
  reportProgress(`${engine}: responses over HTTP`);
  const start = await measureStart(database);
  const services = new Map<Cache, Service>();
  for (const cache of CACHE_NAMES) services.set(cache, await installation.serve(cache));
  const bare = await startBareServers(database, services.get('response cache')!.url);
  const served = await Promise.all(
    [...services].map(([cache, service]) => makeSubjects(database, cache, service)),
  );
  // Filters of PostgreSQL are only measured in the store, in the part `listing`.
  const filtered =
    engine === 'SQLite' ? makeFilterSubjects(database, services.get('nothing cached')!) : [];
  const rates = await measureRates([...bare, ...served.flat(), ...filtered], rounds);
  const memory = [...services].map(([cache, service]) => {
    const name = `${engine}, ${cache}: API process after the load, resident`;
    return makeFigure(name, residentMegabytes(service.process), 'MB', atMost(200));
  });
  await Promise.all([...services.values(), ...bare].map(({ process }) => stop(process)));
  return [...rates, start, ...memory];
}

/** Measures the time from process start to the first response about the largest wallet; the best of several. */
async function measureStart(database: FilledDatabase): Promise<Measurement> {
  const { engine, installation } = database;
  const rows = Math.max(...database.walletIds.keys());
  // The first fetch of a process loads the client, which must not count.
  await fetch('http://127.0.0.1:1').catch(() => undefined);
  let bestMs = Infinity;
  for (let start = 0; start < STARTS; start += 1) {
    let service: Service | undefined;
    const elapsedMs = await time(async () => {
      service = await installation.serve('response cache');
      await ask(`${service.url}${LISTING}`, headersOf(database, rows));
    });
    bestMs = Math.min(bestMs, elapsedMs);
    await stop(service!.process);
  }
  const name = `${engine}, ${formatCount(rows)} rows: start to first answer`;
  return { name, value: round(bestMs), unit: 'ms', target: atMost(500) };
}

/** Returns all requests to a service. */
async function makeSubjects(
  database: FilledDatabase,
  cache: Cache,
  service: Service,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const question of QUESTIONS) {
    for (const rows of database.walletIds.keys()) {
      const path = question.path(rows);
      if (path === undefined) continue;
      const url = `${service.url}${path}`;
      const headers = await makeHeaders(database, rows, question, url);
      const target = database.engine === 'SQLite' ? question.targets[cache] : undefined;
      subjects.push({
        name: `${database.engine}, ${cache}, ${formatCount(rows)} rows: ${question.name}`,
        url,
        process: service.process,
        status: question.status,
        headers,
        against: nameBare(database.engine, question),
        ...(target === undefined ? {} : { target }),
      });
    }
  }
  return subjects;
}

/**
 * Starts a bare server for each request, with the response about the smallest wallet that is measured. It
 * receives the same headers as the service.
 */
async function startBareServers(database: FilledDatabase, serviceUrl: string): Promise<Subject[]> {
  const subjects: Subject[] = [];
  const start = async (
    subject: Omit<Subject, 'url' | 'process'>,
    answer: BareAnswer,
  ): Promise<void> => {
    const command = makeCommand('bare-server.ts', [JSON.stringify(answer)]);
    subjects.push({ ...subject, ...(await startServer(command, { core: SERVER_CORE })) });
  };
  for (const [index, question] of QUESTIONS.entries()) {
    const { status } = question;
    const rows = [...database.walletIds.keys()].find((each) => question.path(each))!;
    const url = `${serviceUrl}${question.path(rows)}`;
    const asked = await makeHeaders(database, rows, question, url);
    const { body, headers } = await ask(url, asked);
    const bodyPath = join(database.installation.folder, `body-${index}`);
    writeFileSync(bodyPath, body);
    const name = nameBare(database.engine, question);
    const subject = { name, status, headers: asked };
    // A 304 has headers only.
    if (status === 304) await start(subject, { status, headers });
    else await start(subject, { status, bodyPath, headers: { 'content-type': JSON_TYPE } });
    if (index > 0) continue;
    const alike = { ...subject, name: `${name}, and the same headers`, against: name };
    await start(alike, { status, bodyPath, headers });
  }
  return subjects;
}

function nameBare(engine: Engine, question: Question): string {
  return `bare node:http, compared with ${engine}: ${question.name}`;
}

function headersOf({ tenant, walletIds }: FilledDatabase, rows: number): Record<string, string> {
  return tenant.headersOf(walletIds.get(rows)!);
}

/** Returns the headers of a request, with the entity tag if the response should be 304. */
async function makeHeaders(
  database: FilledDatabase,
  rows: number,
  { status }: Question,
  url: string,
): Promise<Record<string, string>> {
  const headers = headersOf(database, rows);
  if (status !== 304) return headers;
  return { ...headers, 'if-none-match': (await ask(url, headers)).headers['etag']! };
}

/** Returns a response with the headers that the service sets itself. */
async function ask(
  url: string,
  headers: Record<string, string>,
): Promise<{ readonly body: Buffer; readonly headers: Record<string, string> }> {
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${body.toString()}`);
  const own = [...answer.headers].filter(([name]) => !HEADERS_OF_NODE.has(name));
  return { body, headers: Object.fromEntries(own) };
}
