/** The stored rows of a wallet: how they are read, and how changes of them are written. */
import type { Transaction } from '../../domain/transaction.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import { listDisplaced, type RowChange } from '../rules/row-changes.ts';
import type { CorruptedRow } from '../rules/row-findings.ts';
import type { ChangeOrigin } from '../rules/wallet-events.ts';
import type { Session, WriteSession } from '../sql/database.ts';
import { at, insertInto, records, sql } from '../sql/query.ts';
import {
  checksumOfRow,
  isCorrupted,
  readRow,
  toTransaction,
  TRANSACTION_COLUMNS,
  type TransactionRow,
  VALUE_COLUMNS,
} from './transaction-rows.ts';
import type { WrittenWallet } from './written-wallet.ts';
import { changeCounts, rebuildCounts } from './counts.ts';
import { recordRowEvents } from './events.ts';
import { deleteListed, rowsOfEach } from './listed-rows.ts';
import { recordMoves } from './moves.ts';
import { randomNumber } from './random-number.ts';

/**
 * Returns the rows of a wallet with these ids, for a writer. Corrupted rows are removed instead: then the writer stores the
 * rows that it has read as new ones.
 */
export async function findStored(
  session: WriteSession,
  wallet: WrittenWallet,
  rows: readonly Pick<Transaction, 'id'>[],
): Promise<readonly StoredTransaction[]> {
  return takeSound(session, wallet, await findRows(session, wallet.walletNo, rows));
}

/**
 * Returns the rows of a wallet with these ids, for a reader.
 *
 * @throws {StoreUnavailableError} if one is corrupted.
 */
export async function readStored(
  session: Session,
  walletNo: number,
  rows: readonly Pick<Transaction, 'id'>[],
): Promise<readonly StoredTransaction[]> {
  return (await findRows(session, walletNo, rows)).map(toTransaction);
}

function findRows(
  session: Session,
  walletNo: number,
  rows: readonly Pick<Transaction, 'id'>[],
): Promise<readonly TransactionRow[]> {
  const ids = records([...new Set(rows.map(({ id }) => id))], { id: ['text', (id) => id] });
  return session.rows<TransactionRow>(sql`SELECT ${TRANSACTION_COLUMNS}
    FROM ${ids} AS wanted
    JOIN ${rowsOfEach('wallet_transaction', 'tx', sql`tx.wallet_no = ${walletNo} AND tx.id = wanted.id`)}`);
}

/** Returns the transactions of the rows that are not corrupted. Removes the others, which changes counts and revision. */
export async function takeSound(
  session: WriteSession,
  wallet: WrittenWallet,
  rows: readonly TransactionRow[],
): Promise<readonly StoredTransaction[]> {
  const corrupted = rows.filter((row) => isCorrupted(row));
  if (corrupted.length > 0) {
    await removeCorrupted(session, wallet.walletNo, corrupted);
    await rebuildCounts(session, wallet.walletNo);
    await renewRevision(session, wallet);
  }
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
  for (const { timestampMs, checksum } of rows) {
    // A corrupted id may be no valid text, so that it can only be compared by its bytes.
    const place = sql`wallet_no = ${walletNo} AND time = ${at(timestampMs)} AND checksum IS ${checksum ?? null}`;
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

/** Writes changes of rows, counts them, and appends their webhook events if the change has an origin. */
export async function writeChanges(
  session: WriteSession,
  wallet: WrittenWallet,
  changes: readonly RowChange[],
  origin?: ChangeOrigin,
): Promise<void> {
  if (changes.length === 0) return;
  const { walletNo, projectNo } = wallet;
  const removed = changes.flatMap(({ before }) => before ?? []);
  const added = changes.flatMap(({ after }) => after ?? []);
  // Their times are compared too, because SQLite would read the whole wallet for the id alone.
  const places = records(removed, {
    id: ['text', ({ id }) => id],
    time: ['timestamptz', ({ timestampMs }) => at(timestampMs)],
  });
  await session.change(deleteListed('wallet_transaction', walletNo, places, ['id']));
  const inserted = insertInto('wallet_transaction', added, {
    wallet_no: ['integer', () => walletNo],
    project_no: ['integer', () => projectNo],
    ...VALUE_COLUMNS,
    import_no: ['integer', ({ importNo }) => importNo],
    adoptable: ['boolean', ({ adoptable }) => adoptable],
    checksum: ['checksum', (row) => checksumOfRow(walletNo, row)],
  });
  await session.change(inserted);
  await recordMoves(session, walletNo, listDisplaced(changes));
  await changeCounts(session, walletNo, { removed, added });
  await renewRevision(session, wallet);
  if (origin !== undefined) await recordRowEvents(session, wallet, changes, origin);
}

/** Gives the rows of a wallet a new revision, because they have changed. */
export async function renewRevision(
  session: WriteSession,
  { walletNo, walletId }: Pick<WrittenWallet, 'walletNo' | 'walletId'>,
): Promise<void> {
  await session.change(sql`UPDATE wallet_content SET transactions_revision = ${randomNumber()}
    WHERE wallet_no = ${walletNo}`);
  session.changed.add(walletId);
}
