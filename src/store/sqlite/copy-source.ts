/** Reads the data of a copy; see `CopySource`. */
import type { Transaction } from '../../domain/transaction.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import type { QuarantineEntry, OrganizationRecord, ProjectRecord } from '../copy.ts';
import type { Recheck } from '../records.ts';
import {
  QUARANTINE_COLUMNS,
  RECHECK_COLUMNS,
  STORED_COLUMNS,
  toQuarantineEntry,
  toOrganization,
  toProject,
  toRecheck,
  toStoredTransaction,
} from '../table-rows.ts';
import type { SqliteConnection } from './connection.ts';

const OF_WALLET = 'wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)';
/** A place before the first row. */
const START = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };

/** See `CopySource.listOrganizations`. */
export function listOrganizations(connection: SqliteConnection): readonly OrganizationRecord[] {
  return connection
    .readRows('SELECT id, name, created_at_ms FROM organization ORDER BY id')
    .map(toOrganization);
}

/** See `CopySource.listProjects`. */
export function listProjects(connection: SqliteConnection): readonly ProjectRecord[] {
  return connection
    .readRows('SELECT id, org_id, name, created_at_ms FROM project ORDER BY id')
    .map(toProject);
}

/** See `CopySource.listTransactionsAfter`. */
export function listTransactionsAfter(
  connection: SqliteConnection,
  walletId: string,
  { timestampMs, id }: Pick<Transaction, 'timestampMs' | 'id'> = START,
  limit: number,
): readonly StoredTransaction[] {
  return connection
    .readRows(
      `SELECT ${STORED_COLUMNS}
         FROM wallet_transaction WHERE ${OF_WALLET} AND (timestamp_ms, id) > (?, ?)
         ORDER BY timestamp_ms, id LIMIT ?`,
      walletId,
      timestampMs,
      id,
      limit,
    )
    .map(toStoredTransaction);
}

/** See `CopySource.listQuarantine`. */
export function listQuarantine(
  connection: SqliteConnection,
  walletId: string,
): readonly QuarantineEntry[] {
  return connection
    .readRows(
      `SELECT ${QUARANTINE_COLUMNS}
         FROM wallet_quarantine WHERE ${OF_WALLET} ORDER BY key`,
      walletId,
    )
    .map(toQuarantineEntry);
}

/** See `CopySource.listAllRechecks`. */
export function listAllRechecks(
  connection: SqliteConnection,
  walletId: string,
): readonly Recheck[] {
  return connection
    .readRows(
      `SELECT ${RECHECK_COLUMNS} FROM wallet_recheck
         WHERE ${OF_WALLET} ORDER BY transaction_id`,
      walletId,
    )
    .map(toRecheck);
}
