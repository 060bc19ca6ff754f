import type { TransactionStatus, TransactionType } from '../../domain/transaction.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import { ALL_ASSETS, type CountFilter } from './code-counts.ts';

/** Returns the filter of a type and a status, each optional. */
export function toCountFilter(
  { type, status }: { type?: TransactionType; status?: TransactionStatus | undefined },
  assetNo = ALL_ASSETS,
): CountFilter {
  return {
    assetNo,
    type: type === undefined ? 0 : TYPE_CODES[type],
    status: status === undefined ? 0 : STATUS_CODES[status],
  };
}
