/** Pages from every node of a Citus cluster, compared with plain PostgreSQL. */
import { askTeller } from '../test/teller.ts';
import { reportProgress } from './figures.ts';
import type { Result } from './floors.ts';
import { DEFAULT_PAGE, FULL_PAGE, Installation } from './installation.ts';
import { compareWork, type Subject } from './load.ts';
import { createDatabase, findProcess } from './postgres.ts';

const PAGES = [DEFAULT_PAGE, FULL_PAGE];

/**
 * Measures the work of the service and all database servers for a page, without the response cache.
 *
 * @param postgres a server without Citus.
 * @param nodes URLs of a superuser for the same empty database on each node, the coordinator first.
 */
export async function measureCitus(
  postgres: string,
  nodes: readonly string[],
  rounds: number,
): Promise<Result[]> {
  reportProgress(`Citus: ${nodes.length} nodes`);
  const plain = await Installation.create(await createDatabase(postgres));
  const cluster = await Installation.create(nodes[0]);
  await askTeller(['migrate', '--distribute'], cluster.env);
  const baselines = await serve(plain, [plain.databaseUrl]);
  const subjects = await serve(cluster, nodes);
  const results: Result[] = [];
  for (const [index, subject] of subjects.entries()) {
    const page = index % PAGES.length;
    const name = `${PAGES[page]!.title}, nothing cached`;
    const node = Math.floor(index / PAGES.length) + 1;
    results.push({
      name: `${name}, each node of Citus`,
      work: `${name}, node ${node} of Citus`,
      ...(await compareWork(subject, baselines[page]!, rounds)),
    });
  }
  return results;
}

/** Starts a service for each URL of a database, and returns the requests for the pages of a wallet, URL by URL. */
async function serve(installation: Installation, urls: readonly string[]): Promise<Subject[]> {
  const { headers } = await installation.addTenant();
  const servers = await Promise.all(urls.map(findProcess));
  const subjects: Subject[] = [];
  for (const databaseUrl of urls) {
    const { url, pid } = await installation.serve('nothing cached', databaseUrl);
    for (const { path } of PAGES) {
      subjects.push({ url: `${url}${path}`, headers, pids: [pid, ...servers] });
    }
  }
  return subjects;
}
