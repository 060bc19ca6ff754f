/** The effect of a tenant under full load on another tenant. */
import { LIMIT_MAX, PAGE_MAX } from '../src/domain/query.ts';
import { headersOf } from '../test/teller.ts';
import { type Databases, ENGINES, type FilledDatabase } from './databases.ts';
import { type Cache, CACHES, LISTING } from './installation.ts';
import { runLoad } from './load.ts';
import { stop } from './processes.ts';
import { type Result, resultOf } from './floors.ts';
import { reportProgress } from './figures.ts';
import { SMALL_ROWS, writeHistory } from './rows.ts';

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
    const { installation } = database;
    const tenant = await installation.addTenant();
    const walletId = await installation.addWallet(tenant, await writeHistory(SMALL_ROWS));
    const quiet = headersOf(tenant, walletId);
    for (const cache of Object.keys(CACHES) as Cache[]) {
      reportProgress(`${database.title}, ${cache}: a noisy neighbour`);
      results.push(await measureNeighbour(database, cache, quiet));
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
  const lastPage = Math.min(PAGE_MAX, Math.floor(rows / LIMIT_MAX) - 1);
  const firstPage = Math.max(0, lastPage - NOISY_PAGES);
  const urls = Array.from(
    { length: lastPage - firstPage + 1 },
    (_, index) => `${url}?limit=${LIMIT_MAX}&page=${firstPage + index}`,
  );
  const [result, noise] = await Promise.all([
    runLoad({
      urls: [url],
      headers: quiet,
      connections: QUIET_CONNECTIONS,
      seconds: SECONDS,
    }),
    runLoad({
      urls,
      headers: headersOf(tenant, id),
      connections: NOISY_CONNECTIONS,
      seconds: SECONDS,
    }),
  ]);
  await stop(service.process);
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: a request failed`);
  const count = noise['2xx'] / noise.duration;
  // Refused requests are load too.
  const note = `${count.toFixed(0)} deep pages per second, ${noise.non2xx} refused`;
  return resultOf(`${WORK}, ${cache}`, database, result.latency.p99, note);
}
