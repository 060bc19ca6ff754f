/** What a copy of the store is made from; see `CopySource`. */
import type { Decimal } from '../../domain/decimal.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { KeptRow, OrganizationRecord, ProjectRecord, Recheck } from '../store.ts';
import type { SqliteConnection } from './connection.ts';
import { statusOfCode, typeOfCode } from '../transaction-codes.ts';

const OF_WALLET = 'wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)';
/** Before the first row: no time is earlier than any that a number can be. */
const START = { timestampMs: Number.MIN_SAFE_INTEGER, id: '' };

export function listOrganizations(connection: SqliteConnection): readonly OrganizationRecord[] {
  return connection
    .readRows('SELECT id, name, created_at_ms FROM organization ORDER BY id')
    .map(([id, name, createdAtMs]) => ({
      id: id as string,
      name: name as string,
      createdAtMs: createdAtMs as number,
    }));
}

export function listProjects(connection: SqliteConnection): readonly ProjectRecord[] {
  return connection
    .readRows('SELECT id, org_id, name, created_at_ms FROM project ORDER BY id')
    .map(([id, orgId, name, createdAtMs]) => ({
      id: id as string,
      orgId: orgId as string,
      name: name as string,
      createdAtMs: createdAtMs as number,
    }));
}

export function listTransactionsAfter(
  connection: SqliteConnection,
  walletId: string,
  { timestampMs, id }: Pick<Transaction, 'timestampMs' | 'id'> = START,
  limit: number,
): readonly Transaction[] {
  return connection
    .readRows(
      `SELECT id, timestamp_ms, asset, type, status, amount, txid, address, fee_cost, fee_currency
         FROM wallet_transaction WHERE ${OF_WALLET} AND (timestamp_ms, id) > (?, ?)
         ORDER BY timestamp_ms, id LIMIT ?`,
      walletId,
      timestampMs,
      id,
      limit,
    )
    .map((row) => ({
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
    }));
}

export function listKeptRows(connection: SqliteConnection, walletId: string): readonly KeptRow[] {
  return connection
    .readRows(
      `SELECT key, source, raw, reason, quarantined_at_ms, from_ms, to_ms, due_at_ms
         FROM wallet_quarantine WHERE ${OF_WALLET} ORDER BY key`,
      walletId,
    )
    .map(([key, source, raw, reason, quarantinedAtMs, fromMs, toMs, dueAtMs]) => ({
      key: key as string,
      source: source as string,
      raw: raw as string,
      reason: reason as string,
      quarantinedAtMs: quarantinedAtMs as number,
      window: fromMs === null ? null : { fromMs: fromMs as number, toMs: toMs as number },
      dueAtMs: dueAtMs as number | null,
    }));
}

export function listAllRechecks(
  connection: SqliteConnection,
  walletId: string,
): readonly Recheck[] {
  return connection
    .readRows(
      `SELECT transaction_id, source, timestamp_ms, due_at_ms FROM wallet_recheck
         WHERE ${OF_WALLET} ORDER BY transaction_id`,
      walletId,
    )
    .map(([transactionId, source, timestampMs, dueAtMs]) => ({
      transactionId: transactionId as string,
      source: source as string,
      timestampMs: timestampMs as number,
      dueAtMs: dueAtMs as number,
    }));
}
