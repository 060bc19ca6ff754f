/** Finds the API key and the wallet of a request. */
import type { Caller, PresentedKey } from '../serving.ts';
import { describeServedSync } from '../sync-state.ts';
import type { SqliteConnection } from './connection.ts';
import { API_KEY_COLUMN_COUNT, API_KEY_COLUMNS, toApiKey } from './tenants.ts';
import { SYNC_COLUMNS, toSyncState } from './wallets.ts';

// The index is named in the query. With the index on only the identifier, a wallet of another project would
// be found and then discarded, which takes longer than finding no wallet.
const FIND_CALLER = `SELECT ${API_KEY_COLUMNS}, wallet.id, wallet.imports_only, wallet_sync.transactions_revision,
    wallet_sync.balances_revision, ${SYNC_COLUMNS}
  FROM api_key
  CROSS JOIN project ON project.id = api_key.project_id
  LEFT JOIN wallet INDEXED BY wallet_by_project
    ON wallet.project_id = api_key.project_id AND wallet.id = ?2
  LEFT JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no
  WHERE api_key.id = ?1 AND api_key.hash = ?3`;

/** See `ServingStore.findCaller`. */
export function findCaller(
  connection: SqliteConnection,
  { id: keyId, hash }: PresentedKey,
  walletId: string,
): Caller | undefined {
  const row = connection.readRow(FIND_CALLER, keyId, walletId, hash);
  if (row === undefined) return undefined;
  const key = toApiKey(row);
  const [id, importsOnly, transactionsRevision, balancesRevision, ...sync] =
    row.slice(API_KEY_COLUMN_COUNT);
  const wallet =
    id === null
      ? undefined
      : {
          id: id as string,
          projectId: key.projectId,
          ...describeServedSync(toSyncState(sync), importsOnly === 1),
          transactionsRevision: transactionsRevision as number,
          balancesRevision: balancesRevision as number,
        };
  return { key, wallet };
}
