/** Types and statuses for people. */
import type { TransactionStatus, TransactionType } from '../../../../client/src/index.ts';

/** Which way an amount moves. */
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

/** Returns which way the amount of a type moves. */
export function directionOf(type: TransactionType): Direction {
  return DIRECTIONS[type];
}

/** Returns a word of the service for people: `transfer_in` is `Transfer in`. */
export function describe(word: TransactionType | TransactionStatus): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).replace('_', ' ');
}
