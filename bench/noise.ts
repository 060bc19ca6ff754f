/** The effect of a tenant under full load on another tenant. */
import { LIMIT_MAX } from '../src/domain/query.ts';
import { type Databases, ENGINES, type FilledDatabase } from './databases.ts';
import type { LoadOutcome } from './load.ts';
import { type Cache, CACHES, LISTING } from './installation.ts';
import {
  atLeast,
  atMost,
  type Measurement,
  notMeasured,
  round,
  reportProgress,
} from './measurement.ts';
import { stop } from './processes.ts';
import { describeOutcome, makeComparison, runLoads, type Subject } from './rates.ts';
import { deepestPage, fillWallet, SMALL_ROWS } from './rows.ts';

const QUIET_CONNECTIONS = 4;
const NOISY_CONNECTIONS = 16;
const DURATION_MS = 3000;
/** The lowest number of a deep page of 1,000 rows. */
const DEEP_PAGE_MIN = 100;

/** Measures both engines, with and without the response cache. */
export async function measureNoise(databases: Databases): Promise<Measurement[]> {
  const results: Measurement[] = [];
  for (const engine of ENGINES) {
    const database = await databases.filled(engine);
    const quiet = database.installation.addTenant();
    const walletId = quiet.addWallet();
    await database.installation.withStore((store) => fillWallet(store, walletId, SMALL_ROWS));
    for (const cache of Object.keys(CACHES) as Cache[]) {
      reportProgress(`${engine}, ${cache}: a noisy neighbour`);
      results.push(...(await measureNeighbour(database, cache, quiet.headersOf(walletId))));
    }
  }
  return results;
}

async function measureNeighbour(
  { engine, installation, tenant, walletIds }: FilledDatabase,
  cache: Cache,
  quietHeaders: Record<string, string>,
): Promise<Measurement[]> {
  const service = await installation.serve(cache);
  const listing = `${service.url}${LISTING}`;
  const [rows, noisyWalletId] = [...walletIds].at(-1)!;
  const quiet: Subject = {
    name: `${engine}, ${cache}: a quiet tenant's default page`,
    url: listing,
    process: service.process,
    headers: quietHeaders,
    connections: QUIET_CONNECTIONS,
  };
  const noisy: Subject = {
    name: `${engine}, ${cache}: a noisy tenant's deep pages of 1,000, refused ones included`,
    url: `${listing}?limit=${LIMIT_MAX}`,
    process: service.process,
    headers: tenant.headersOf(noisyWalletId),
    // Refused requests are load too.
    status: null,
    connections: NOISY_CONNECTIONS,
    pages: { from: Math.min(DEEP_PAGE_MIN, deepestPage(rows) >> 1), to: deepestPage(rows) },
  };
  const [alone] = await runLoads([{ subject: quiet, durationMs: DURATION_MS }]);
  const [disturbed, noise] = await runLoads([
    { subject: quiet, durationMs: DURATION_MS },
    { subject: noisy },
  ]);
  await stop(service.process);
  const names = [
    `${quiet.name}, alone`,
    `${quiet.name}, with a noisy neighbour`,
    noisy.name,
  ] as const;
  const rates = [alone!, disturbed!, noise!].map((each, index) =>
    describeOutcome(names[index]!, each),
  );
  return [
    ...rates,
    makeComparison(rates, {
      title: `${quiet.name}, with neighbour against alone`,
      of: names[1],
      against: names[0],
      target: atLeast(0.5),
    }),
    describeDelay(`${quiet.name}, 99th percentile with a noisy neighbour`, disturbed!),
  ];
}

function describeDelay(name: string, outcome: LoadOutcome): Measurement {
  if ('failure' in outcome) return notMeasured(name, outcome.failure);
  return { name, value: round(outcome.latencyP99Ms), unit: 'ms', target: atMost(100) };
}
