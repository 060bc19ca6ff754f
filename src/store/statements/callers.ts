/** Finds the API key and the wallet of a request. */
import type { ApiKeyRecord } from '../records.ts';
import type { Caller, PresentedKey, ServedWallet } from '../serving.ts';
import type { ServingSession } from '../sql/database.ts';
import { sql } from '../sql/query.ts';
import { describeServedSync } from '../served-sync.ts';
import { API_KEY_COLUMNS } from './tenants.ts';
import { SYNC_COLUMNS, type SyncRow, toSyncState } from './sync-states.ts';

interface CallerRow extends ApiKeyRecord {
  readonly foundId: string | null;
  readonly walletNo: number;
  readonly importsOnly: boolean | number;
}

type Revisions = Pick<ServedWallet, 'transactionsRevision' | 'balancesRevision'>;

/**
 * See `ServingStore.findCaller`. The wallet is searched in the key's project, so an unknown wallet and a wallet of another
 * project take the same path through the same index.
 */
export async function findCaller(
  session: ServingSession,
  { id: keyId, hash }: PresentedKey,
  walletId: string,
): Promise<Caller | undefined> {
  const row = await session.row<CallerRow>(sql`SELECT ${API_KEY_COLUMNS},
      wallet.id AS "foundId", wallet.wallet_no AS "walletNo",
      wallet.imports_only AS "importsOnly"
    FROM api_key
    JOIN project ON project.id = api_key.project_id
    LEFT JOIN wallet ON wallet.project_id = api_key.project_id AND wallet.id = ${walletId}
      AND wallet.id = coalesce(api_key.wallet_id, wallet.id)
    WHERE api_key.id = ${keyId} AND api_key.hash = ${hash}`);
  if (row === undefined) return undefined;
  const { foundId: found, walletNo, importsOnly, ...key } = row;
  if (found === null) return { key, wallet: undefined };
  session.showWallet(walletNo);
  const [sync, revisions] = await Promise.all([
    session.row<SyncRow>(
      sql`SELECT ${SYNC_COLUMNS} FROM wallet_sync WHERE wallet_no = ${walletNo}`,
    ),
    session.row<Revisions>(sql`SELECT transactions_revision AS "transactionsRevision",
        balances_revision AS "balancesRevision"
      FROM wallet_content WHERE wallet_no = ${walletNo}`),
  ]);
  if (sync === undefined || revisions === undefined) return { key, wallet: undefined };
  const served = describeServedSync(toSyncState(sync), Boolean(importsOnly));
  const wallet = { id: found, no: walletNo, projectId: key.projectId, ...served, ...revisions };
  return { key, wallet };
}
