/** Pages from every node of a Citus cluster, compared with plain PostgreSQL. */
import { LIMIT_MAX } from '../src/domain/query.ts';
import { Installation, LISTING, type Tenant } from './installation.ts';
import { compareWork, measureWork, type Subject } from './load.ts';
import { createDatabase, describePostgres, type Postgres } from './postgres.ts';
import { type Service, stop } from './processes.ts';
import { atLeast, reportProgress, type Result, round } from './result.ts';
import { SMALL_ROWS, writeHistory } from './rows.ts';

const PAGES = [
  { name: 'default page', path: LISTING, floor: atLeast(0.15) },
  { name: 'page of 1,000', path: `${LISTING}?limit=${LIMIT_MAX}`, floor: atLeast(0.5) },
];

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
  const file = await writeHistory(SMALL_ROWS);
  const services: Service[] = [];
  const start = async (
    owner: Owner,
    servers: readonly Postgres[],
    url: string,
  ): Promise<Subject[]> => {
    const service = await owner.tenant.installation.serve('nothing cached', url);
    services.push(service);
    const pids = [service.process.pid!, ...servers.map(requirePid)];
    const headers = owner.tenant.headersOf(owner.walletId);
    return PAGES.map(({ path }) => ({ url: `${service.url}${path}`, headers, pids }));
  };
  const baselines = await start(addOwner(plain, file), [postgres], plain.databaseUrl);
  const owner = addOwner(cluster, file);
  const servers = await Promise.all(nodes.map(describePostgres));
  const subjects: Subject[][] = [];
  for (const url of nodes) subjects.push(await start(owner, servers, url));
  const work = await measureWork([...baselines, ...subjects.flat()], rounds);
  await Promise.all(services.map(({ process }) => stop(process)));
  return nodes.flatMap((_, node) =>
    PAGES.map(({ name, floor }, page) => {
      const { ratio, note } = compareWork(work, subjects[node]![page]!, baselines[page]!);
      const title = `${name}, nothing cached, Citus node ${node + 1}, of plain PostgreSQL`;
      return { work: title, floor, measured: round(ratio), unit: 'ratio', note };
    }),
  );
}

/** A tenant with a wallet. */
interface Owner {
  readonly tenant: Tenant;
  readonly walletId: string;
}

function addOwner(installation: Installation, file: string): Owner {
  const tenant = installation.addTenant();
  return { tenant, walletId: tenant.addWallet(file) };
}

function requirePid({ url, pid }: Postgres): number {
  if (pid === undefined) throw new Error(`${new URL(url).host} is not on this machine`);
  return pid;
}
