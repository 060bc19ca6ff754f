import { TransactionRecordError } from '../../../domain/transaction-record.ts';
import { UnreadableRowError } from '../../../exchanges/mapping/raw-row.ts';
import type { ReadTime } from '../date-format.ts';

/** Returns a time of a row. @throws {UnreadableRowError} if it cannot be read. */
export function readLocalTime(read: ReadTime, label: string, text: string): number {
  try {
    return read(label, text);
  } catch (error) {
    if (error instanceof TransactionRecordError) throw new UnreadableRowError(error.message);
    throw error;
  }
}
