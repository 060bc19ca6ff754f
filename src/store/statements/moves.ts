/** Places of rows in the listing before their time changed (`transaction_move`); see `rules/walk.ts`. */
import { type DisplacedRow, MOVES_MAX } from '../rules/walk.ts';
import type { Session } from '../sql/database.ts';
import { at, insertInto, records, sql } from '../sql/query.ts';
import { rowsOfEach } from './listed-rows.ts';
import { readValue } from './read-value.ts';

/** Records the former places of rows, in the transaction that changes the rows. */
export async function recordMoves(
  session: Session,
  walletNo: number,
  displaced: readonly DisplacedRow[],
): Promise<void> {
  if (displaced.length === 0) return;
  const last = sql`SELECT last_move_no FROM wallet_content WHERE wallet_no = ${walletNo}`;
  const lastNo = (await readValue<number>(session, last)) ?? 0;
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
    WHERE wallet_no = ${walletNo} AND move_no <= ${newestNo - MOVES_MAX}`);
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
