/** Reads the records for a copy of the store; see `CopySource`. */
import type { Transaction } from '../../domain/transaction.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import type { QuarantineEntry, OrganizationRecord, ProjectRecord } from '../copy.ts';
import type { Recheck } from '../records.ts';
import {
  QUARANTINE_COLUMNS,
  RECHECK_COLUMNS,
  toQuarantineEntry,
  toOrganization,
  toProject,
  toRecheck,
} from '../table-rows.ts';
import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { bindKey, isAfter, OF_WALLET, sortOldest, takeOldest } from './listing-order.ts';
import { STORED_COLUMNS, toStoredTransaction } from './transaction-rows.ts';

/** Place before every row: no stored time is earlier. */
const START = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };
const ORGANIZATIONS: Statement = {
  name: 'list_organizations',
  text: 'SELECT id, name, created_at_ms FROM organization ORDER BY id',
};
const PROJECTS: Statement = {
  name: 'list_projects',
  text: 'SELECT id, org_id, name, created_at_ms FROM project ORDER BY id',
};
const TRANSACTIONS: Statement = {
  name: 'list_transactions_after',
  text: `SELECT ${STORED_COLUMNS} FROM wallet_transaction
    WHERE ${OF_WALLET} AND ${isAfter('$2::bigint', '$3::bytea')} ${takeOldest('$4')}`,
};
const QUARANTINE: Statement = {
  name: 'list_quarantine',
  text: `SELECT ${QUARANTINE_COLUMNS}
    FROM wallet_quarantine WHERE wallet_id = $1 ORDER BY key`,
};
const RECHECKS: Statement = {
  name: 'list_all_rechecks',
  text: `SELECT ${RECHECK_COLUMNS} FROM wallet_recheck
    WHERE wallet_id = $1 ORDER BY transaction_id`,
};

/** See `CopySource.listOrganizations`. */
export async function listOrganizations(
  database: PostgresDatabase,
): Promise<readonly OrganizationRecord[]> {
  return (await database.read(ORGANIZATIONS)).map(toOrganization);
}

/** See `CopySource.listProjects`. */
export async function listProjects(database: PostgresDatabase): Promise<readonly ProjectRecord[]> {
  return (await database.read(PROJECTS)).map(toProject);
}

/** See `CopySource.listTransactionsAfter`. */
export async function listTransactionsAfter(
  database: PostgresDatabase,
  walletId: string,
  after: Pick<Transaction, 'timestampMs' | 'id'> = START,
  limit: number,
): Promise<readonly StoredTransaction[]> {
  const rows = await database.read(TRANSACTIONS, walletId, ...bindKey(after), limit);
  return sortOldest(rows.map(toStoredTransaction), limit);
}

/** See `CopySource.listQuarantine`. */
export async function listQuarantine(
  database: PostgresDatabase,
  walletId: string,
): Promise<readonly QuarantineEntry[]> {
  return (await database.read(QUARANTINE, walletId)).map(toQuarantineEntry);
}

/** See `CopySource.listAllRechecks`. */
export async function listAllRechecks(
  database: PostgresDatabase,
  walletId: string,
): Promise<readonly Recheck[]> {
  return (await database.read(RECHECKS, walletId)).map(toRecheck);
}
