/** Places of rows in the listing before their time changed (`transaction_move`); see `rules/walk.ts`. */
import type { DisplacedRow, PageRow, WalkedRow } from '../rules/walk.ts';
import { TIME_CHANGES_MAX } from '../rules/walk.ts';
import type { Session } from '../sql/database.ts';
import {
  at,
  type EngineText,
  insertInto,
  limitTo,
  type Query,
  records,
  sql,
} from '../sql/query.ts';
import { rowsOfEach } from './listed-rows.ts';
import type { StoredPageRow } from './page-rows.ts';

/** Records the former places of rows, in the transaction that changes the rows. */
export async function recordMoves(
  session: Session,
  walletNo: number,
  displaced: readonly DisplacedRow[],
): Promise<void> {
  if (displaced.length === 0) return;
  const content = await session.row<{ readonly last_move_no: number }>(
    sql`SELECT last_move_no FROM wallet_content WHERE wallet_no = ${walletNo}`,
  );
  const lastNo = content?.last_move_no ?? 0;
  const numbered = displaced.map((row, index) => ({ ...row, moveNo: lastNo + index + 1 }));
  const inserted = insertInto('transaction_move', numbered, {
    wallet_no: ['integer', () => walletNo],
    move_no: ['bigint', ({ moveNo }) => moveNo],
    id: ['text', ({ id }) => id],
    time: ['timestamptz', ({ place }) => at(place.timestampMs)],
    place_id: ['text', ({ place }) => place.id],
  });
  await session.change(inserted);
  const newestNo = lastNo + displaced.length;
  await session.change(sql`DELETE FROM transaction_move
    WHERE wallet_no = ${walletNo} AND move_no <= ${newestNo - TIME_CHANGES_MAX}`);
  await session.change(sql`UPDATE wallet_content SET last_move_no = ${newestNo}
    WHERE wallet_no = ${walletNo}`);
}

/** Returns those of the transactions that have moved since a numbered move. */
export async function listMovedIds(
  session: Session,
  walletNo: number,
  moveNo: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const list = records(ids, { id: ['text', (id) => id] });
  const isMoved = sql`move.wallet_no = ${walletNo} AND move.id = list.id AND move.move_no > ${moveNo}`;
  const rows = await session.rows<{ readonly id: string }>(sql`SELECT list.id FROM ${list} AS list
    JOIN ${rowsOfEach('transaction_move', 'move', isMoved)}`);
  return new Set(rows.map(({ id }) => id));
}

/** The rows that {@link listDisplaced} returns. */
export interface DisplacedQuery {
  readonly moveNo: number;
  /** Conditions on the former place: `move.time` and `move.place_id`. */
  readonly place: Query;
  /** Conditions on the present row. */
  readonly filters: Query;
  readonly limit: number;
  /** The columns of a row, and how it is read. */
  readonly columns: EngineText;
  readonly read: (row: StoredPageRow) => PageRow;
}

/** Returns transactions by the places that they had after a numbered move and no longer have, newest first. */
export async function listDisplaced(
  session: Session,
  walletNo: number,
  { moveNo, place, filters, limit, columns, read }: DisplacedQuery,
): Promise<readonly WalkedRow[]> {
  const rows = await session.rows<
    readonly [placeTimeMs: number, placeId: string, ...row: StoredPageRow]
  >(
    sql`SELECT move.time AS place_time, move.place_id, ${columns}
    FROM transaction_move AS move
    JOIN ${rowsOfEach('wallet_transaction', 'tx', sql`tx.wallet_no = ${walletNo} AND tx.id = move.id`)}
    WHERE move.wallet_no = ${walletNo} AND move.move_no > ${moveNo} AND ${place} AND ${filters}
      AND NOT EXISTS (SELECT 1 FROM transaction_move AS earlier
        WHERE earlier.wallet_no = ${walletNo} AND earlier.id = move.id
          AND earlier.move_no > ${moveNo} AND earlier.move_no < move.move_no)
    ORDER BY move.time DESC, move.place_id DESC ${limitTo(limit)}`.arrays(),
  );
  return rows.map(([timestampMs, id, ...row]) => ({ place: { timestampMs, id }, row: read(row) }));
}
