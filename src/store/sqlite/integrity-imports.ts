import { describeOriginCheck } from '../imports/describe-origins.ts';
import type { StoreCheck } from '../admin.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';

/** Selects imports that are missing or undone but still have rows. */
const WITHOUT_IMPORT = `SELECT row.wallet_no, row.import_no, count(*)
  FROM wallet_transaction AS row
  WHERE row.import_no IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM wallet_import WHERE wallet_import.wallet_no = row.wallet_no
      AND wallet_import.import_no = row.import_no AND wallet_import.undone_at_ms IS NULL)
  GROUP BY row.wallet_no, row.import_no`;
const ADD_IMPORT = `INSERT INTO wallet_import
    (wallet_no, import_no, id, imported_at_ms, row_count, added_count, known_count, changed_count,
      conflict_count)
  VALUES (?1, ?2, 'import_' || lower(hex(randomblob(12))), ?4, ?3, ?3, 0, 0, 0)
  ON CONFLICT (wallet_no, import_no) DO UPDATE SET undone_at_ms = NULL`;
/** Condition for synced rows with a match key, which only imported rows may have. */
const WITH_KEY = 'import_no IS NULL AND match_key IS NOT NULL';
/** Condition for stored earlier values of rows that are missing or now synced. */
const LEFT_CHANGE = `NOT EXISTS (
  SELECT 1 FROM wallet_transaction AS row
    WHERE row.wallet_no = wallet_import_change.wallet_no
      AND row.id = wallet_import_change.transaction_id AND row.import_no IS NOT NULL)`;
/** Condition for wallets that have imported rows but are not marked as such. */
const UNFLAGGED = `has_imports = 0 AND EXISTS (
  SELECT 1 FROM wallet_transaction AS row
    WHERE row.wallet_no = wallet_sync.wallet_no AND row.import_no IS NOT NULL)`;

/** Checks that every imported row refers to an existing import. */
export function checkImports(
  connection: SqliteConnection,
  { fix, nowMs }: { readonly fix: boolean; readonly nowMs: number },
): StoreCheck {
  const unlisted = connection.readRows(WITHOUT_IMPORT);
  if (fix) for (const row of unlisted) connection.change(ADD_IMPORT, ...row, nowMs);
  const repair = (table: string, where: string, change: string): number =>
    fix
      ? connection.change(`${change} WHERE ${where}`)
      : ((connection.readRow(`SELECT count(*) FROM ${table} WHERE ${where}`)?.[0] ?? 0) as number);
  const setKey = 'UPDATE wallet_transaction SET match_key = NULL';
  return describeOriginCheck(
    {
      unlisted: unlisted.reduce(
        (sum, [, , count]: readonly SqliteValue[]) => sum + Number(count),
        0,
      ),
      withKey: repair('wallet_transaction', WITH_KEY, setKey),
      leftChanges: repair('wallet_import_change', LEFT_CHANGE, 'DELETE FROM wallet_import_change'),
      unflagged: repair('wallet_sync', UNFLAGGED, 'UPDATE wallet_sync SET has_imports = 1'),
    },
    fix,
  );
}
