/** Describes types and statuses for people. */
import type { TransactionStatus, TransactionType } from '../../../../client/src/index.ts';

/** Direction of an amount. */
export type Direction = 'in' | 'out' | 'unknown';

const DIRECTIONS: Readonly<Record<TransactionType, Direction>> = {
  deposit: 'in',
  transfer_in: 'in',
  reward: 'in',
  credit: 'in',
  withdrawal: 'out',
  transfer_out: 'out',
  fee: 'out',
  debit: 'out',
  other: 'unknown',
};

/** Returns the direction of a transaction type. */
export function directionOf(type: TransactionType): Direction {
  return DIRECTIONS[type];
}

/** Returns a type or status as a label: `Transfer in` for `transfer_in`. */
export function describe(word: TransactionType | TransactionStatus): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).replace('_', ' ');
}
