/** The checks of `teller doctor` of the PostgreSQL server: the user, the role of the service and the standby. */
import type { Store } from '../store/store.ts';
import { attempt } from './attempt-check.ts';
import { reachServedDatabase, type Session } from './runtime.ts';
import type { Finding } from './wallet-checks.ts';

/** Returns a finding with this detail, or that of a failed check if `check` throws. */
function pass(name: string, detail: string, check: () => Promise<void>) {
  return attempt(name, async () => {
    await check();
    return [{ name, ok: true, detail }];
  });
}

/** Checks that the user of the database may do more than serve: otherwise other checks would find no wallets. */
export async function checkUser({ config }: Session, store: Store): Promise<readonly Finding[]> {
  if (config.database.kind !== 'postgres') return [];
  return pass('database user', 'it sees the rows of all wallets', () => store.checkUser());
}

const isPassed = (findings: readonly Finding[]): boolean => findings.every(({ ok }) => ok);

/** Checks that the service can read, and sees one wallet at a time. */
export async function checkService(
  { config: { database } }: Session,
  store: Store,
): Promise<readonly Finding[]> {
  if (database.kind !== 'postgres') return [];
  const role = await pass(
    'role of the service',
    `${database.servingRole} sees one wallet at a time`,
    () => store.checkServingRole(),
  );
  const isOwn = database.replicaUrl === undefined;
  const reads = await pass(
    isOwn ? 'reads of the service' : 'standby',
    isOwn ? 'they work' : 'the service can read it, and it is one of this database',
    () => reachServedDatabase(database, store),
  );
  // A role that is missing sees nothing.
  return isPassed(role) && !isPassed(reads) ? reads : [...role, ...reads];
}
