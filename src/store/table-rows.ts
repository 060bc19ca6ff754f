/** Rows of tables of both engines, with one order of columns. */
import type { Decimal } from '../domain/decimal.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { StoredTransaction } from './rules/import-rows.ts';
import type { ImportChange, QuarantineEntry, OrganizationRecord, ProjectRecord } from './copy.ts';
import type { ImportRecord } from './import.ts';
import type { Recheck, TimeRange } from './records.ts';
import { statusOfCode, typeOfCode } from './transaction-codes.ts';

/** The columns of a transaction without the wallet. */
export const TRANSACTION_COLUMNS =
  'id, timestamp_ms, asset, type, status, amount, txid, address, fee_cost, fee_currency';

/** Returns the transaction of a row of {@link TRANSACTION_COLUMNS}. */
export function toTransaction(row: readonly unknown[]): Transaction {
  return {
    id: row[0] as string,
    timestampMs: row[1] as number,
    asset: row[2] as string,
    type: typeOfCode(row[3] as number),
    status: statusOfCode(row[4] as number),
    amount: row[5] as Decimal,
    txid: row[6] as string | null,
    address: row[7] as string | null,
    feeCost: row[8] as Decimal | null,
    feeCurrency: row[9] as string | null,
  };
}

/** The columns of a transaction and its origin without the wallet. */
export const STORED_COLUMNS = `${TRANSACTION_COLUMNS}, import_no, match_key`;

/** Returns the transaction and its origin of a row of {@link STORED_COLUMNS}. */
export function toStoredTransaction(row: readonly unknown[]): StoredTransaction {
  return {
    ...toTransaction(row),
    importNo: row[10] as number | null,
    matchKey: row[11] as number | null,
  };
}

/** The columns of an import without the wallet. */
export const IMPORT_COLUMNS = `import_no, id, file_name, sha256, imported_at_ms, row_count,
  added_count, known_count, changed_count, conflict_count, undone_at_ms`;

/** Returns the import of a row of {@link IMPORT_COLUMNS}. */
export function toImportRecord(walletId: string, row: readonly unknown[]): ImportRecord {
  return {
    walletId,
    importNo: row[0] as number,
    id: row[1] as string,
    fileName: row[2] as string | null,
    sha256: row[3] as string | null,
    importedAtMs: row[4] as number,
    rows: row[5] as number,
    added: row[6] as number,
    known: row[7] as number,
    changed: row[8] as number,
    conflicts: row[9] as number,
    undoneAtMs: row[10] as number | null,
  };
}

/** The columns of a change by an import without the wallet. */
export const IMPORT_CHANGE_COLUMNS = 'transaction_id, import_no, before';

/** Returns the change of a row of {@link IMPORT_CHANGE_COLUMNS}. */
export function toImportChange(row: readonly unknown[]): ImportChange {
  const before = JSON.parse(row[2] as string) as Transaction;
  return { importNo: row[1] as number, before };
}

/** The columns of a quarantined row without the wallet. */
export const QUARANTINE_COLUMNS =
  'key, source, raw, reason, quarantined_at_ms, from_ms, to_ms, due_at_ms';

/** Returns the entry of a row of {@link QUARANTINE_COLUMNS}. */
export function toQuarantineEntry(row: readonly unknown[]): QuarantineEntry {
  const [fromMs, toMs] = [row[5] as number | null, row[6] as number];
  return {
    key: row[0] as string,
    source: row[1] as string,
    raw: row[2] as string,
    reason: row[3] as string,
    quarantinedAtMs: row[4] as number,
    window: fromMs === null ? null : { fromMs, toMs },
    dueAtMs: row[7] as number | null,
  };
}

/** When and where rows in quarantine were read, and when that window is re-read. */
export interface QuarantineReading {
  readonly readAtMs: number;
  /** Missing for sources that are always read completely. */
  readonly window?: TimeRange;
  readonly dueAtMs?: number;
}

/** The columns of a recheck without the wallet. */
export const RECHECK_COLUMNS = 'transaction_id, source, timestamp_ms, due_at_ms';

/** Returns the recheck of a row of {@link RECHECK_COLUMNS}. */
export function toRecheck(row: readonly unknown[]): Recheck {
  return {
    transactionId: row[0] as string,
    source: row[1] as string,
    timestampMs: row[2] as number,
    dueAtMs: row[3] as number,
  };
}

/** Returns the organization of a row of `id, name, created_at_ms`. */
export function toOrganization(row: readonly unknown[]): OrganizationRecord {
  return { id: row[0] as string, name: row[1] as string, createdAtMs: row[2] as number };
}

/** Returns the project of a row of `id, org_id, name, created_at_ms`. */
export function toProject(row: readonly unknown[]): ProjectRecord {
  return {
    id: row[0] as string,
    orgId: row[1] as string,
    name: row[2] as string,
    createdAtMs: row[3] as number,
  };
}
