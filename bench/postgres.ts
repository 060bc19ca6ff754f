/** The default page from PostgreSQL without the response cache, compared with `pg` only. */
import type { Databases } from './databases.ts';
import { LISTING } from './installation.ts';
import { atLeast, type Measurement, notMeasured, reportProgress } from './measurement.ts';
import { hasPeers, INSTALLATION, startPeer } from './peer-servers.ts';
import { stop } from './processes.ts';
import { makeComparison, measureRates, type Subject } from './rates.ts';
import { SMALL_ROWS } from './rows.ts';

const SERVICE = 'service on PostgreSQL, default page of 1,000 rows';
const LIMITS = [
  { name: 'pg alone over node:http, one query of 10 rows', file: 'pg-server.ts' },
  { name: 'pg alone over Fastify, one query of 10 rows', file: 'peers/fastify-server.js' },
] as const;

/** Measures the service against both. */
export async function measurePostgres(
  databases: Databases,
  rounds: number,
): Promise<Measurement[]> {
  const { installation, tenant, walletIds } = await databases.filled('PostgreSQL');
  const plain = await databases.plain();
  reportProgress('PostgreSQL: default page compared with pg only');
  const limits = LIMITS.filter(({ file }) => !file.startsWith('peers/') || hasPeers());
  const service = await installation.serve('nothing cached');
  const headers = tenant.headersOf(walletIds.get(SMALL_ROWS)!);
  const subjects: Subject[] = [
    {
      name: SERVICE,
      url: `${service.url}${LISTING}`,
      process: service.process,
      headers,
    },
  ];
  for (const { name, file } of limits) {
    subjects.push({ name, headers, ...(await startPeer(file, plain.url)) });
  }
  const rates = await measureRates(subjects, rounds);
  await Promise.all(subjects.map(({ process }) => stop(process)));
  return [
    ...rates,
    ...LIMITS.map((limit) =>
      limits.includes(limit)
        ? makeComparison(rates, {
            title: `${SERVICE} against ${limit.name}`,
            of: SERVICE,
            against: limit.name,
            target: atLeast(0.6),
          })
        : notMeasured(limit.name, INSTALLATION),
    ),
  ];
}
