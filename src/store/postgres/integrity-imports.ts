import { randomBytes } from 'node:crypto';

import { createId } from '../../domain/id.ts';
import { describeOriginCheck } from '../imports/describe-origins.ts';
import type { StoreCheck } from '../admin.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresRow, Statement } from './statement.ts';

/** Has no join with the imports, because Citus does not join a distributed table with a local one. */
const ORIGINS: Statement = {
  name: 'count_imported_rows',
  text: `SELECT wallet_id, import_no, count(*) FROM wallet_transaction
    WHERE import_no IS NOT NULL GROUP BY wallet_id, import_no`,
};
const LISTED: Statement = {
  name: 'list_standing_imports',
  text: 'SELECT wallet_id, import_no FROM wallet_import WHERE undone_at_ms IS NULL',
};
const ADD_IMPORT: Statement = {
  name: 'add_missing_import',
  text: `INSERT INTO wallet_import
      (wallet_id, import_no, row_count, added_count, id, imported_at_ms, known_count,
        changed_count, conflict_count)
    VALUES ($1, $2, $3, $3, $4, $5, 0, 0, 0)
    ON CONFLICT (wallet_id, import_no) DO UPDATE SET undone_at_ms = NULL`,
};
const COUNT_WITH_KEY: Statement = {
  name: 'count_synced_with_key',
  text: `SELECT count(*) FROM wallet_transaction
    WHERE import_no IS NULL AND match_key IS NOT NULL`,
};
const REMOVE_KEYS: Statement = {
  name: 'remove_keys_of_synced',
  text: `UPDATE wallet_transaction SET match_key = NULL
    WHERE import_no IS NULL AND match_key IS NOT NULL`,
};
const LEFT = `NOT EXISTS (
  SELECT 1 FROM wallet_transaction AS row
    WHERE row.wallet_id = wallet_import_change.wallet_id
      AND row.id = wallet_import_change.transaction_id AND row.import_no IS NOT NULL)`;
const COUNT_LEFT: Statement = {
  name: 'count_left_import_changes',
  text: `SELECT count(*) FROM wallet_import_change WHERE ${LEFT}`,
};
const REMOVE_LEFT: Statement = {
  name: 'remove_left_import_changes',
  text: `DELETE FROM wallet_import_change WHERE ${LEFT}`,
};
const UNFLAGGED: Statement = {
  name: 'list_wallets_without_import_mark',
  text: 'SELECT wallet_id FROM wallet_sync WHERE NOT has_imports AND wallet_id = ANY ($1::text[])',
};
const FLAG: Statement = {
  name: 'mark_wallets_with_imports',
  text: 'UPDATE wallet_sync SET has_imports = true WHERE wallet_id = ANY ($1::text[])',
};

/** Checks that every imported row refers to an existing import. */
export async function checkImports(
  connection: PostgresConnection,
  { fix, nowMs }: { readonly fix: boolean; readonly nowMs: number },
): Promise<StoreCheck> {
  const origins = (await connection.run(ORIGINS)).rows;
  const listed = new Set((await connection.run(LISTED)).rows.map(nameImport));
  const unlisted = origins.filter((row) => !listed.has(nameImport(row)));
  const ids = [...new Set(origins.map(([walletId]) => walletId as string))];
  const unflagged = (await connection.run(UNFLAGGED, ids)).rows.map(([id]) => id as string);
  if (fix) {
    for (const row of unlisted) {
      await connection.run(ADD_IMPORT, ...row, createId('import', randomBytes), nowMs);
    }
    await connection.run(FLAG, unflagged);
  }
  const count = async (counting: Statement, repair: Statement): Promise<number> =>
    fix
      ? (await connection.run(repair)).rowCount
      : ((await connection.run(counting)).rows[0]?.[0] as number);
  return describeOriginCheck(
    {
      unlisted: unlisted.reduce((sum, [, , rows]) => sum + (rows as number), 0),
      withKey: await count(COUNT_WITH_KEY, REMOVE_KEYS),
      leftChanges: await count(COUNT_LEFT, REMOVE_LEFT),
      unflagged: unflagged.length,
    },
    fix,
  );
}

function nameImport([walletId, importNo]: PostgresRow): string {
  return `${String(walletId)} ${String(importNo)}`;
}
