import type { StoreCheck } from '../admin.ts';
import { listFirstWallets } from '../describe-corruption.ts';
import type { SqliteConnection } from './connection.ts';
import { isCorruption } from './sqlite-error.ts';

interface CopiedTable {
  readonly table: string;
  /** Name of the index over all columns, which contains a copy of each row. */
  readonly copy: string;
  readonly columns: readonly string[];
}

const COPIED_TABLES: readonly CopiedTable[] = [
  {
    table: 'wallet_coverage',
    copy: 'wallet_coverage_copy',
    columns: ['source', 'from_ms', 'to_ms', 'read_at_ms'],
  },
  {
    table: 'wallet_recheck',
    copy: 'wallet_recheck_copy',
    columns: ['transaction_id', 'source', 'timestamp_ms', 'due_at_ms'],
  },
  {
    table: 'wallet_quarantine',
    copy: 'wallet_quarantine_copy',
    columns: [
      'key',
      'source',
      'raw',
      'reason',
      'quarantined_at_ms',
      'from_ms',
      'to_ms',
      'due_at_ms',
    ],
  },
];

const NAME = 'sync state';
/** Takes the wallet from the worker that holds it, and makes it due. */
const RESTART = `UPDATE wallet_sync SET history_complete = 0, next_run_at_ms = ?,
    lease_token = lease_token + 1, lease_until_ms = NULL, checksum = NULL
  WHERE wallet_no = ?`;

/**
 * Compares coverage, rechecks and quarantine with their copies. A difference does not show which of both
 * is corrupted, so a fix removes all of this state of the wallet: the next synchronisation reads its whole
 * history again.
 */
export function checkSyncState(
  connection: SqliteConnection,
  { fix, nowMs }: { readonly fix: boolean; readonly nowMs: number },
): StoreCheck {
  try {
    const wallets = new Map(COPIED_TABLES.flatMap((table) => findCorrupted(connection, table)));
    if (wallets.size === 0) {
      return {
        name: NAME,
        ok: true,
        detail: 'coverage, rechecks and quarantine match their copies',
      };
    }
    const list = listFirstWallets([...wallets.values()]);
    if (!fix) {
      const advice = 'run `teller doctor --fix`, then their whole history is read again';
      return { name: NAME, ok: false, detail: `corrupted of ${list}; ${advice}` };
    }
    resetSyncState(connection, [...wallets.keys()], nowMs);
    const detail = `repaired: corrupted of ${list}, whose whole history will be read again`;
    return { name: NAME, ok: true, detail };
  } catch (error) {
    if (!isCorruption(error)) throw error;
    return { name: NAME, ok: false, detail: 'pages are corrupted; restore a backup' };
  }
}

/** Lists wallets, by number, with a row that differs from its copy. */
function findCorrupted(
  connection: SqliteConnection,
  { table, copy, columns }: CopiedTable,
): readonly (readonly [walletNo: number, walletId: string])[] {
  const isSame = ['wallet_no', ...columns].map((column) => `copy.${column} IS row.${column}`);
  // By wallet, so that SQLite reads the rows from the table and not from the copy.
  const rows = connection.readRows(
    `SELECT DISTINCT wallet.wallet_no, wallet.id FROM wallet
       CROSS JOIN ${table} AS row ON row.wallet_no = wallet.wallet_no
       WHERE NOT EXISTS (
         SELECT 1 FROM ${table} AS copy INDEXED BY ${copy} WHERE ${isSame.join(' AND ')})`,
  );
  return rows as unknown as readonly (readonly [number, string])[];
}

/** Removes the state of wallets, not their rows. */
function resetSyncState(
  connection: SqliteConnection,
  walletNos: readonly number[],
  nowMs: number,
): void {
  connection.write(() => {
    for (const { table } of COPIED_TABLES) {
      // A row that differs from its copy cannot be removed.
      connection.execute(`REINDEX ${table}`);
      for (const walletNo of walletNos) {
        connection.change(`DELETE FROM ${table} WHERE wallet_no = ?`, walletNo);
      }
    }
    for (const walletNo of walletNos) connection.change(RESTART, nowMs, walletNo);
  });
}
