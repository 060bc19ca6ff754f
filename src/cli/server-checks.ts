/** The checks of `teller doctor` of the PostgreSQL server: the user, the role of the service and the standby. */
import type { Store } from '../store/store.ts';
import { reachServedDatabase, type Session } from './runtime.ts';
import type { Finding } from './wallet-checks.ts';

/** Returns a finding, which is failed if the check throws. */
async function tryCheck(
  name: string,
  detail: string,
  check: () => Promise<void>,
): Promise<Finding> {
  try {
    await check();
    return { name, ok: true, detail };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

/** Checks that the user of the database may do more than serve: otherwise other checks would find no wallets. */
export async function checkUser({ config }: Session, store: Store): Promise<readonly Finding[]> {
  if (config.database.kind !== 'postgres') return [];
  return [
    await tryCheck('database user', 'it sees the rows of all wallets', () => store.checkUser()),
  ];
}

/** Checks that the service can read, and sees one wallet at a time. */
export async function checkService(
  { config: { database } }: Session,
  store: Store,
): Promise<readonly Finding[]> {
  if (database.kind !== 'postgres') return [];
  const role = await tryCheck(
    'role of the service',
    `${database.servingRole} sees one wallet at a time`,
    () => store.checkServingRole(),
  );
  const isOwn = database.replicaUrl === undefined;
  const reads = await tryCheck(
    isOwn ? 'reads of the service' : 'standby',
    isOwn ? 'they work' : 'the service can read it, and it is one of this database',
    () => reachServedDatabase(database, store),
  );
  // A role that is missing sees nothing.
  return role.ok && !reads.ok ? [reads] : [role, reads];
}
