import type { Transaction } from '../../domain/transaction.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';
import { STATUS_CODES, TYPE_CODES } from './transaction-codes.ts';
import { requireWalletNo } from './wallets.ts';

const INSERT = `INSERT INTO wallet_transaction (wallet_no, id, timestamp_ms, asset, type, status,
    amount, txid, address, fee_cost, fee_currency)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (wallet_no, id)`;

const INSERT_NEW = `${INSERT} DO NOTHING`;

const REPLACE = `UPDATE wallet_transaction SET timestamp_ms = ?3, asset = ?4, type = ?5,
    status = ?6, amount = ?7, txid = ?8, address = ?9, fee_cost = ?10, fee_currency = ?11
  WHERE wallet_no = ?1 AND id = ?2`;

/**
 * What the new reading leaves open keeps what was told before; the earlier time stays. A reading
 * that says nothing new writes nothing: most of a refresh re-reads rows that are known.
 */
const MERGE = `${INSERT} DO UPDATE SET
    timestamp_ms = min(timestamp_ms, excluded.timestamp_ms),
    asset = excluded.asset,
    type = excluded.type,
    status = excluded.status,
    amount = excluded.amount,
    txid = coalesce(excluded.txid, txid),
    address = coalesce(excluded.address, address),
    fee_cost = coalesce(excluded.fee_cost, fee_cost),
    fee_currency = coalesce(excluded.fee_currency, fee_currency)
  WHERE excluded.timestamp_ms < timestamp_ms
    OR excluded.asset <> asset
    OR excluded.type <> type
    OR excluded.status <> status
    OR excluded.amount <> amount
    OR coalesce(excluded.txid, txid) IS NOT txid
    OR coalesce(excluded.address, address) IS NOT address
    OR coalesce(excluded.fee_cost, fee_cost) IS NOT fee_cost
    OR coalesce(excluded.fee_currency, fee_currency) IS NOT fee_currency`;

/** See `AdminStore.importTransactions`. */
export function importTransactions(
  connection: SqliteConnection,
  walletId: string,
  transactions: readonly Transaction[],
): { readonly added: number } {
  return connection.write(() => {
    const walletNo = requireWalletNo(connection, walletId);
    let added = 0;
    for (const transaction of transactions) {
      const values = toValues(walletNo, transaction);
      if (connection.change(INSERT_NEW, ...values) === 1) added += 1;
      else connection.change(REPLACE, ...values);
    }
    return { added };
  });
}

/** Adds rows of a reading or merges them into those that are known, inside a transaction. */
export function mergeTransactions(
  connection: SqliteConnection,
  walletNo: number,
  transactions: readonly Transaction[],
): void {
  for (const transaction of transactions) {
    connection.change(MERGE, ...toValues(walletNo, transaction));
  }
}

function toValues(walletNo: number, transaction: Transaction): readonly SqliteValue[] {
  return [
    walletNo,
    transaction.id,
    transaction.timestampMs,
    transaction.asset,
    TYPE_CODES[transaction.type],
    STATUS_CODES[transaction.status],
    transaction.amount,
    transaction.txid,
    transaction.address,
    transaction.feeCost,
    transaction.feeCurrency,
  ];
}
