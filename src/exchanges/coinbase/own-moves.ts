/** Moves between two accounts of one customer at Coinbase. Pure functions. */
import { absoluteDecimal } from '../../domain/decimal.ts';
import { type Direction, directionOf } from '../mapping/booking-types.ts';
import { mapEach } from '../mapping/map-rows.ts';
import {
  type BookedMovement,
  pairMovements,
  TIME_TOLERANCE_MS,
} from '../mapping/pair-movements.ts';
import {
  type RawRow,
  readObject,
  readText,
  requireDecimal,
  requireInstant,
  requireText,
} from '../mapping/raw-row.ts';
import { isOwnMove } from './ledger.ts';

/** A row of `accounts/:account_id/transactions`. */
export interface AccountRow {
  readonly row: unknown;
  readonly accountId: string;
  /** False for a row of an account that does not count for the balance, such as a vault. */
  readonly isReported: boolean;
}

/**
 * Returns the direction of each move that is mapped, by its row, from the view of the accounts that count for
 * the balance; `null` if both accounts or neither of them count. Each of the two accounts has a row, linked
 * only by asset, amount and time; two rows of one account are two moves, out and back. The row of the source account
 * represents both. If the exchange does not list the other account, the only row represents the move. The map does not
 * contain any other row.
 *
 * The accounts are listed one after the other, so a recent move may be in the list of the destination account only.
 * It is not mapped until the list of the source account would contain it; the overlap re-reads it.
 *
 * @param startedAtMs the exchange's time when the first account was listed (Unix ms).
 */
export function findOwnMoves(
  rows: readonly AccountRow[],
  startedAtMs: number,
): ReadonlyMap<unknown, Direction | null> {
  const { values: moves } = mapEach('moves', rows, readMove, () => undefined);
  const leaving = moves.filter(({ direction }) => direction === 'out');
  const arriving = moves.filter(({ direction }) => direction === 'in');
  const pairs = pairMovements(leaving, arriving, (from, to) => from.accountId !== to.accountId);
  const paired = new Set(pairs.values());
  const directions = new Map<unknown, Direction | null>();
  for (const move of leaving) {
    const isReached = pairs.get(move)?.isReported ?? false;
    directions.set(move.row, directionBetween(move.isReported, isReached));
  }
  for (const move of arriving) {
    const isSettled = move.timestampMs < startedAtMs - TIME_TOLERANCE_MS;
    if (move.isReported && isSettled && !paired.has(move)) directions.set(move.row, 'in');
  }
  return directions;
}

interface OwnMove extends BookedMovement, AccountRow {
  readonly direction: Direction | undefined;
}

function readMove({ row, accountId, isReported }: RawRow): OwnMove | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const fields = row as RawRow;
  if (!isOwnMove(readText(fields, 'type'))) return undefined;
  const money = readObject(fields, 'amount');
  const signed = requireDecimal(money, 'amount');
  return {
    row,
    accountId: String(accountId),
    isReported: isReported === true,
    direction: directionOf(signed),
    asset: requireText(money, 'currency'),
    amount: absoluteDecimal(signed),
    fee: null,
    timestampMs: requireInstant(fields, 'created_at'),
  };
}

function directionBetween(isLeft: boolean, isReached: boolean): Direction | null {
  if (isLeft === isReached) return null;
  return isLeft ? 'out' : 'in';
}
