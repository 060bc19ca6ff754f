/** The effect of a tenant under full load on another tenant. */
import { LIMIT_MAX, PAGE_MAX } from '../src/domain/query.ts';
import { headersOf } from '../test/teller.ts';
import { type Databases, ENGINES, type FilledDatabase } from './databases.ts';
import { reportProgress } from './figures.ts';
import { type Result, resultOf } from './floors.ts';
import { type Cache, CACHES, LISTING } from './installation.ts';
import { runLoad } from './load.ts';
import { stopProcesses } from './processes.ts';

const WORK = 'p99 of a quiet tenant with a noisy neighbour';
const QUIET_CONNECTIONS = 4;
const NOISY_CONNECTIONS = 16;
const SECONDS = 5;
/** Number of deep pages of 1,000 rows that the noisy tenant requests. */
const NOISY_PAGES = 200;

/** Measures both engines, with and without the response cache. */
export async function measureNoise(databases: Databases): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of ENGINES) {
    const database = await databases.analyzed(engine);
    const { headers: quiet } = await database.installation.addTenant();
    for (const cache of Object.keys(CACHES) as Cache[]) {
      reportProgress(`${database.title}, ${cache}: a noisy neighbour`);
      results.push(await measureNeighbour(database, cache, quiet));
      await stopProcesses();
    }
  }
  return results;
}

async function measureNeighbour(
  database: FilledDatabase,
  cache: Cache,
  quiet: Readonly<Record<string, string>>,
): Promise<Result> {
  const { installation, tenant, wallets } = database;
  const service = await installation.serve(cache);
  const url = `${service.url}${LISTING}`;
  const { id, rows } = wallets.at(-1)!;
  const pages = Math.min(PAGE_MAX + 1, Math.floor(rows / LIMIT_MAX));
  const firstPage = Math.max(0, pages - NOISY_PAGES - 1);
  const urls = Array.from(
    { length: pages - firstPage },
    (_, index) => `${url}?limit=${LIMIT_MAX}&page=${firstPage + index}`,
  );
  const noisy = { urls, headers: headersOf(tenant, id), connections: NOISY_CONNECTIONS };
  // The responses to the noisy tenant are not judged: refused requests are load too.
  const [result] = await Promise.all([
    runLoad({ urls: [url], headers: quiet, connections: QUIET_CONNECTIONS, seconds: SECONDS }),
    runLoad({ ...noisy, seconds: SECONDS }),
  ]);
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: a request failed`);
  return resultOf(`${WORK}, ${cache}`, database, result.latency.p99);
}
