/** Rows of tables that both engines have, told in one order of columns. */
import type { Decimal } from '../domain/decimal.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { KeptRow, OrganizationRecord, ProjectRecord, Recheck } from './store.ts';
import { statusOfCode, typeOfCode } from './transaction-codes.ts';

/** The columns of a transaction beside the wallet. */
export const TRANSACTION_COLUMNS =
  'id, timestamp_ms, asset, type, status, amount, txid, address, fee_cost, fee_currency';

/** A row of {@link TRANSACTION_COLUMNS}. */
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

/** The columns of a row in quarantine beside the wallet. */
export const KEPT_ROW_COLUMNS =
  'key, source, raw, reason, quarantined_at_ms, from_ms, to_ms, due_at_ms';

/** A row of {@link KEPT_ROW_COLUMNS}. */
export function toKeptRow(row: readonly unknown[]): KeptRow {
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

/** The columns of a recheck beside the wallet. */
export const RECHECK_COLUMNS = 'transaction_id, source, timestamp_ms, due_at_ms';

/** A row of {@link RECHECK_COLUMNS}. */
export function toRecheck(row: readonly unknown[]): Recheck {
  return {
    transactionId: row[0] as string,
    source: row[1] as string,
    timestampMs: row[2] as number,
    dueAtMs: row[3] as number,
  };
}

/** A row of an organization's `id, name, created_at_ms`. */
export function toOrganization(row: readonly unknown[]): OrganizationRecord {
  return { id: row[0] as string, name: row[1] as string, createdAtMs: row[2] as number };
}

/** A row of a project's `id, org_id, name, created_at_ms`. */
export function toProject(row: readonly unknown[]): ProjectRecord {
  return {
    id: row[0] as string,
    orgId: row[1] as string,
    name: row[2] as string,
    createdAtMs: row[3] as number,
  };
}
