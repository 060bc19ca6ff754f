/** Imported rows without an id, which equal rows of the exchange replace (`rules/equal-rows.ts`). */
import { SECOND_MS } from '../../domain/duration.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import type { Session } from '../sql/database.ts';
import { at, EngineText, type Query, type RecordList, records, sql } from '../sql/query.ts';
import { rowsOfEach } from './listed-rows.ts';
import {
  isCorrupted,
  readRow,
  TRANSACTION_COLUMNS,
  type TransactionRow,
} from './transaction-rows.ts';

/**
 * Returns the adoptable rows that may be the same transactions as these: with the same asset and type, and the same txid
 * or, without one, of the same second. Corrupted ones remain, and are reported by `teller doctor`.
 */
export async function findAdoptable(
  session: Session,
  walletNo: number,
  rows: readonly Transaction[],
): Promise<readonly StoredTransaction[]> {
  const withTxid = rows.filter(({ txid }) => txid !== null);
  const byTxid = records(withTxid, {
    asset: ['text', ({ asset }) => asset],
    txid: ['text', ({ txid }) => txid],
  });
  const withoutTxid = rows.filter(({ txid }) => txid === null);
  const bySecond = records(withoutTxid, {
    asset: ['text', ({ asset }) => asset],
    from_time: ['timestamptz', ({ timestampMs }) => at(secondOf(timestampMs))],
    to_time: ['timestamptz', ({ timestampMs }) => at(secondOf(timestampMs) + SECOND_MS)],
  });
  const find = (list: RecordList, index: string, isEqual: Query) => {
    const condition = sql`tx.wallet_no = ${walletNo} AND tx.adoptable AND tx.asset = list.asset
      AND ${isEqual}`;
    return session.rows<TransactionRow>(sql`SELECT ${TRANSACTION_COLUMNS}
      FROM ${list} AS list JOIN ${rowsOfEach('wallet_transaction', 'tx', condition, index)}`);
  };
  const isOfSecond = sql`tx.txid IS NULL AND tx.time >= list.from_time AND tx.time < list.to_time`;
  const found = [
    ...(await find(byTxid, 'wallet_transaction_adoptable', EQUAL_TXID)),
    ...(await find(bySecond, 'wallet_transaction_by_asset', isOfSecond)),
  ];
  // Two rows may find the same one.
  const unique = new Map(found.map((row) => [row.id, row]));
  return [...unique.values()].filter((row) => !isCorrupted(row)).map(readRow);
}

/** Also compares by the key of the index of adoptable rows with a txid. */
const EQUAL_TXID = sql`tx.txid = list.txid AND ${new EngineText({
  sqlite: 'tx.txid IS NOT NULL AND substr(tx.txid, -4) = substr(list.txid, -4)',
  postgres: 'right(tx.txid, 4) = right(list.txid, 4)',
})}`;

function secondOf(timestampMs: number): number {
  return Math.floor(timestampMs / SECOND_MS) * SECOND_MS;
}
