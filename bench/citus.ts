/** Pages from every node of a Citus cluster, compared with plain PostgreSQL. */
import { headersOf } from '../test/teller.ts';
import { DEFAULT_PAGE, FULL_PAGE, Installation } from './installation.ts';
import { compareWork, measureWork, type Subject } from './load.ts';
import { createDatabase, describePostgres, type Postgres } from './postgres.ts';
import { type Service, stop } from './processes.ts';
import type { Result } from './floors.ts';
import { reportProgress, round } from './figures.ts';
import { SMALL_ROWS, writeHistory } from './rows.ts';

const PAGES = [DEFAULT_PAGE, FULL_PAGE];

/**
 * Measures the work of the service and all database servers for a page, without the response cache.
 *
 * @param postgres a server without Citus.
 * @param nodes URLs of a superuser for the same empty database on each node, the coordinator first.
 */
export async function measureCitus(
  postgres: Postgres,
  nodes: readonly string[],
  rounds: number,
): Promise<Result[]> {
  const plain = new Installation(await createDatabase(postgres));
  reportProgress(`Citus: ${nodes.length} nodes`);
  const cluster = new Installation(nodes[0]);
  cluster.ask(['migrate', '--distribute']);
  const servers = await Promise.all(nodes.map(describePostgres));
  const services: Service[] = [];
  const baselines = await serve(plain, [plain.databaseUrl], [postgres], services);
  const subjects = await serve(cluster, nodes, servers, services);
  const work = await measureWork([...baselines, ...subjects], rounds);
  await Promise.all(services.map(({ process }) => stop(process)));
  return subjects.map((subject, index) => {
    const page = index % PAGES.length;
    const name = `${PAGES[page]!.title}, nothing cached`;
    const { ratio, note } = compareWork(work, subject, baselines[page]!);
    const node = Math.floor(index / PAGES.length) + 1;
    return {
      name: `${name}, each node of Citus`,
      work: `${name}, node ${node} of Citus`,
      measured: round(ratio),
      note,
    };
  });
}

/** Starts a service for each URL of a database, and returns the requests for the pages of a wallet, URL by URL. */
async function serve(
  installation: Installation,
  urls: readonly string[],
  servers: readonly Postgres[],
  services: Service[],
): Promise<Subject[]> {
  const tenant = await installation.addTenant();
  const file = await writeHistory(SMALL_ROWS);
  const headers = headersOf(tenant, await installation.addWallet(tenant, file));
  const subjects: Subject[] = [];
  for (const url of urls) {
    const service = await installation.serve('nothing cached', url);
    services.push(service);
    const pids = [service.process.pid!, ...servers.map(requirePid)];
    for (const { path } of PAGES) subjects.push({ url: `${service.url}${path}`, headers, pids });
  }
  return subjects;
}

function requirePid({ url, pid }: Postgres): number {
  if (pid === undefined) throw new Error(`${new URL(url).host} is not on this machine`);
  return pid;
}
