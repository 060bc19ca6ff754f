import type { TransactionStatus, TransactionType } from '../domain/transaction.ts';

/**
 * The stored codes of types: numbers from 1 to 15. A code is never reused. 3 and 6 are retired: they were the
 * codes of transfers and adjustments without a direction.
 */
export const TYPE_CODES: Readonly<Record<TransactionType, number>> = {
  deposit: 1,
  withdrawal: 2,
  reward: 4,
  fee: 5,
  other: 7,
  transfer_in: 8,
  transfer_out: 9,
  credit: 10,
  debit: 11,
};

/** The stored codes of statuses: one byte. A code is never reused. */
export const STATUS_CODES: Readonly<Record<TransactionStatus, number>> = {
  pending: 1,
  completed: 2,
  failed: 3,
  canceled: 4,
  unknown: 5,
};

const TYPES = invertCodes(TYPE_CODES);
const STATUSES = invertCodes(STATUS_CODES);

/**
 * Returns the type of a code; `other` for an unknown code of a corrupted row (`checkIntegrity` reports it).
 */
export function typeOfCode(code: number): TransactionType {
  return TYPES[code] ?? 'other';
}

/** Returns the status of a code; `unknown` for an unknown code of a corrupted row. */
export function statusOfCode(code: number): TransactionStatus {
  return STATUSES[code] ?? 'unknown';
}

function invertCodes<Name extends string>(
  codes: Readonly<Record<Name, number>>,
): readonly (Name | undefined)[] {
  const names: (Name | undefined)[] = [];
  for (const [name, code] of Object.entries<number>(codes)) names[code] = name as Name;
  return names;
}
