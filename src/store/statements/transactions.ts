/** The stored rows of a wallet: how they are read, and how changes of them are written. */
import type { Decimal } from '../../domain/decimal.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import type { RowChanges } from '../rules/row-changes.ts';
import type { CorruptedRow } from '../rules/row-findings.ts';
import type { ChangeOrigin } from '../rules/wallet-events.ts';
import type { Session, WriteSession } from '../sql/database.ts';
import { at, EngineText, type Query, raw, records, sql } from '../sql/query.ts';
import { checksumOf } from './checksum.ts';
import { changeCounts, rebuildCounts } from './counts.ts';
import { recordRowEvents } from './events.ts';
import { deleteListed, rowsOfEach } from './listed-rows.ts';
import { recordMoves } from './moves.ts';
import { newRevision } from './wallets.ts';

/** The columns of a {@link TransactionRow}. */
export const TRANSACTION_COLUMNS = sql`tx.id, tx.time, tx.asset, tx.type, tx.status, tx.amount,
  tx.txid, tx.address, tx.fee_cost, tx.fee_currency, tx.import_no, tx.adoptable
  ${new EngineText({ sqlite: ', tx.wallet_no, tx.checksum', postgres: '' })}`;

/** Names an index after `AS tx`. SQLite has no statistics, and reads all rows of a wallet if it expects only a few. */
export function useIndex(name: IndexName | undefined): EngineText {
  return new EngineText({ sqlite: name === undefined ? '' : `INDEXED BY ${name}`, postgres: '' });
}

/** An index of `wallet_transaction` that has its name in both engines. */
export type IndexName =
  | 'wallet_transaction_by_asset'
  | 'wallet_transaction_by_import'
  | 'wallet_transaction_not_completed';

/** A row of {@link TRANSACTION_COLUMNS}. */
export interface TransactionRow {
  readonly id: string;
  readonly time: number;
  readonly asset: string;
  readonly type: Transaction['type'];
  readonly status: Transaction['status'];
  readonly amount: Decimal;
  readonly txid: string | null;
  readonly address: string | null;
  readonly fee_cost: Decimal | null;
  readonly fee_currency: string | null;
  readonly import_no: number | null;
  readonly adoptable: boolean | number;
  /** Missing on PostgreSQL, whose pages have checksums; so is the number of the wallet, which the checksum covers. */
  readonly checksum?: number;
  readonly wallet_no?: number;
}

/**
 * Returns the transaction of a row.
 *
 * @throws {StoreUnavailableError} if the row is corrupted.
 */
export function toTransaction(row: TransactionRow): StoredTransaction {
  const transaction = readRow(row);
  if (isCorrupted(row, transaction)) {
    throw new StoreUnavailableError('a transaction is corrupted; run `teller doctor --fix`');
  }
  return transaction;
}

/** Returns true if the values of a row do not match its checksum. */
export function isCorrupted(row: TransactionRow, transaction = readRow(row)): boolean {
  const { wallet_no: walletNo = 0, checksum } = row;
  return checksum !== undefined && checksum !== checksumOfRow(walletNo, transaction);
}

function readRow(row: TransactionRow): StoredTransaction {
  return {
    id: row.id,
    asset: row.asset,
    type: row.type,
    amount: row.amount,
    timestampMs: row.time,
    status: row.status,
    txid: row.txid,
    address: row.address,
    feeCost: row.fee_cost,
    feeCurrency: row.fee_currency,
    importNo: row.import_no,
    adoptable: Boolean(row.adoptable),
  };
}

/** A row to write; without an origin it is a synced row. */
export type NewRow = Transaction & Partial<StoredTransaction>;

/**
 * Returns the rows of a wallet with these ids, for a writer. Corrupted rows are removed instead: then the writer stores the
 * rows that it has read as new ones.
 */
export async function findStored(
  session: Session,
  walletNo: number,
  rows: readonly Pick<Transaction, 'id'>[],
): Promise<readonly StoredTransaction[]> {
  const ids = records([...new Set(rows.map(({ id }) => id))], { id: ['text', (id) => id] });
  const found = await session.rows<TransactionRow>(sql`SELECT ${TRANSACTION_COLUMNS}
    FROM ${ids} AS wanted
    JOIN ${rowsOfEach('wallet_transaction', 'tx', sql`tx.wallet_no = ${walletNo} AND tx.id = wanted.id`)}`);
  const sound = await takeSound(session, walletNo, found);
  if (sound.length < found.length) await rebuildCounts(session, walletNo);
  return sound;
}

/** Returns the transactions of the rows that are not corrupted, and removes the others ({@link removeCorrupted}). */
export async function takeSound(
  session: Session,
  walletNo: number,
  rows: readonly TransactionRow[],
): Promise<readonly StoredTransaction[]> {
  const corrupted = rows.filter((row) => isCorrupted(row));
  await removeCorrupted(session, walletNo, corrupted);
  return rows.filter((row) => !corrupted.includes(row)).map(readRow);
}

/**
 * Removes corrupted rows of a wallet. Afterwards the wallet has to be counted again, because it is unknown by which values
 * a corrupted row was counted.
 */
export async function removeCorrupted(
  session: Session,
  walletNo: number,
  rows: readonly CorruptedRow[],
): Promise<void> {
  for (const { time, checksum } of rows) {
    // A corrupted id may be no valid text, so that it can only be compared by its bytes.
    const place = sql`wallet_no = ${walletNo} AND time = ${at(time)} AND checksum = ${checksum ?? null}`;
    const found = await session.rows<TransactionRow & { readonly bytes: Uint8Array }>(
      sql`SELECT ${TRANSACTION_COLUMNS}, CAST(tx.id AS blob) AS bytes
        FROM wallet_transaction AS tx WHERE ${place}`,
    );
    for (const row of found) {
      if (!isCorrupted(row)) continue;
      await session.change(sql`DELETE FROM wallet_transaction
        WHERE ${place} AND CAST(id AS blob) = ${row.bytes}`);
    }
  }
}

/** The wallet that a writer has locked. */
export interface WrittenWallet {
  readonly walletNo: number;
  readonly projectNo: number;
  readonly walletId: string;
  readonly eventBits: number;
  readonly historyComplete: boolean;
}

/** Writes changes of rows, counts them, and appends their webhook events if the change has an origin. */
export async function writeChanges(
  session: WriteSession,
  wallet: WrittenWallet,
  changes: RowChanges,
  origin?: ChangeOrigin,
): Promise<void> {
  const { written, replaced, removed, displaced, counted } = changes;
  if (written.length + removed.length === 0) return;
  const { walletNo, walletId } = wallet;
  await deleteRows(session, walletNo, [...removed, ...replaced]);
  await insertRows(session, wallet, written);
  await recordMoves(session, walletNo, displaced);
  await changeCounts(session, walletNo, counted);
  await session.change(sql`UPDATE wallet_content SET transactions_revision = ${newRevision()}
    WHERE wallet_no = ${walletNo}`);
  session.changed.add(walletId);
  if (origin !== undefined) await recordRowEvents(session, wallet, changes, origin);
}

/** Deletes stored rows. Their times are compared too, because SQLite would read the whole wallet for the id alone. */
async function deleteRows(
  session: Session,
  walletNo: number,
  rows: readonly Transaction[],
): Promise<void> {
  const list = records(rows, {
    id: ['text', ({ id }) => id],
    time: ['time', ({ timestampMs }) => at(timestampMs)],
  });
  await session.change(deleteListed('wallet_transaction', walletNo, list, ['id']));
}

const INSERTED =
  raw(`wallet_no, project_no, id, time, asset, type, status, amount, txid, address, fee_cost,
  fee_currency, import_no, adoptable`);

/** Inserts rows whose ids are not stored. */
async function insertRows(
  session: Session,
  { walletNo, projectNo }: WrittenWallet,
  rows: readonly StoredTransaction[],
): Promise<void> {
  const list = records(rows, {
    id: ['text', ({ id }) => id],
    time: ['time', ({ timestampMs }) => at(timestampMs)],
    asset: ['text', ({ asset }) => asset],
    type: ['type', ({ type }) => type],
    status: ['status', ({ status }) => status],
    amount: ['numeric', ({ amount }) => amount],
    txid: ['text', ({ txid }) => txid],
    address: ['text', ({ address }) => address],
    fee_cost: ['numeric', ({ feeCost }) => feeCost],
    fee_currency: ['text', ({ feeCurrency }) => feeCurrency],
    import_no: ['integer', ({ importNo }) => importNo],
    adoptable: ['boolean', ({ adoptable }) => adoptable],
    checksum: ['checksum', (row) => checksumOfRow(walletNo, row)],
  });
  await session.change(sql`INSERT INTO wallet_transaction (${INSERTED}${CHECKSUM_COLUMN})
    SELECT CAST(${walletNo} AS integer), CAST(${projectNo} AS integer), list.id, list.time,
        list.asset, list.type, list.status, list.amount, list.txid, list.address, list.fee_cost, list.fee_currency, list.import_no,
        list.adoptable${CHECKSUM_COLUMN}
      FROM ${list} AS list`);
}

/** The last column of SQLite's rows. */
const CHECKSUM_COLUMN: Query = sql`${new EngineText({ sqlite: ', checksum', postgres: '' })}`;

/** The number of the wallet is included, so that a corrupted one never shows the row to another tenant. */
function checksumOfRow(walletNo: number, row: StoredTransaction): number {
  return checksumOf([
    walletNo,
    row.id,
    row.timestampMs,
    row.asset,
    row.type,
    row.status,
    row.amount,
    row.txid,
    row.address,
    row.feeCost,
    row.feeCurrency,
    row.importNo,
    Number(row.adoptable),
  ]);
}
