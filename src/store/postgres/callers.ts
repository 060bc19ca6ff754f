/** Reads the caller of a request and the requested wallet. */
import type { Caller, PresentedKey } from '../serving.ts';
import { describeServedSync } from '../sync-state.ts';
import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { API_KEY_COLUMN_COUNT, API_KEY_COLUMNS, toApiKey } from './tenants.ts';
import { SYNC_COLUMNS, toSyncState } from './wallets.ts';

const FIND_CALLER: Statement = {
  name: 'find_caller',
  text: `SELECT ${API_KEY_COLUMNS}, wallet.wallet_id, wallet.imports_only, wallet_sync.transactions_revision,
      wallet_sync.balances_revision, ${SYNC_COLUMNS}
    FROM api_key
    JOIN project ON project.id = api_key.project_id
    LEFT JOIN wallet ON wallet.project_id = api_key.project_id AND wallet.wallet_id = $2
    LEFT JOIN wallet_sync ON wallet_sync.wallet_id = wallet.wallet_id
    WHERE api_key.id = $1 AND api_key.hash = $3`,
};

/** See `ServingStore.findCaller`. */
export async function findCaller(
  database: PostgresDatabase,
  { id: keyId, hash }: PresentedKey,
  walletId: string,
): Promise<Caller | undefined> {
  const [row] = await database.readOnCoordinator(walletId, FIND_CALLER, keyId, walletId, hash);
  if (row === undefined) return undefined;
  const key = toApiKey(row);
  const [id, importsOnly, transactionsRevision, balancesRevision, ...sync] =
    row.slice(API_KEY_COLUMN_COUNT);
  if (id === null) return { key, wallet: undefined };
  const wallet = {
    id: id as string,
    projectId: key.projectId,
    ...describeServedSync(toSyncState(sync), importsOnly === true),
    transactionsRevision: transactionsRevision as number,
    balancesRevision: balancesRevision as number,
  };
  return { key, wallet };
}
