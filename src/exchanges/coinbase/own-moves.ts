/** Moves between two accounts of one customer at Coinbase. Pure. */
import { absoluteDecimal } from '../../domain/decimal.ts';
import { type Direction, directionOf } from '../mapping/booking-types.ts';
import { mapEach } from '../mapping/map-rows.ts';
import { type BookedMovement, pairMovements } from '../mapping/pair-movements.ts';
import { type RawRow, readText, requireDecimal, requireText } from '../mapping/raw-row.ts';
import { readCreatedAt, readObject } from './fields.ts';
import { isOwnMove } from './ledger.ts';

/** A row of `accounts/:account_id/transactions`. */
export interface AccountRow {
  readonly row: unknown;
  /** False for a row of an account whose balance does not count, such as a vault. */
  readonly isReported: boolean;
}

/**
 * Returns the direction of each move that is mapped, by its row, seen from all accounts whose
 * balance counts; `null` if both accounts or none of them do. Both accounts have a row, linked only
 * by asset, amount and time: the row of the account that is left represents both. A row whose other
 * side is in no account that the exchange lists represents itself. Any other row is missing in the
 * map.
 */
export function findOwnMoves(rows: readonly AccountRow[]): ReadonlyMap<unknown, Direction | null> {
  const { values: moves } = mapEach('moves', rows, readMove, () => undefined);
  const leaving = moves.filter(({ direction }) => direction === 'out');
  const arriving = moves.filter(({ direction }) => direction === 'in');
  const pairs = pairMovements(leaving, arriving);
  const paired = new Set(pairs.values());
  const directions = new Map<unknown, Direction | null>();
  for (const move of leaving) {
    const isReached = pairs.get(move)?.isReported ?? false;
    directions.set(move.row, directionBetween(move.isReported, isReached));
  }
  for (const move of arriving) {
    if (move.isReported && !paired.has(move)) directions.set(move.row, 'in');
  }
  return directions;
}

interface OwnMove extends BookedMovement, AccountRow {
  readonly direction: Direction | undefined;
}

function readMove({ row, isReported }: RawRow): OwnMove | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const fields = row as RawRow;
  if (!isOwnMove(readText(fields, 'type'))) return undefined;
  const money = readObject(fields, 'amount');
  const signed = requireDecimal(money, 'amount');
  return {
    row,
    isReported: isReported === true,
    direction: directionOf(signed),
    asset: requireText(money, 'currency'),
    amount: absoluteDecimal(signed),
    fee: null,
    timestampMs: readCreatedAt(fields),
  };
}

function directionBetween(isLeft: boolean, isReached: boolean): Direction | null {
  if (isLeft === isReached) return null;
  return isLeft ? 'out' : 'in';
}
