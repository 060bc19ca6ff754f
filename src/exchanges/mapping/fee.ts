/** The fee that a row reports. Pure. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExchangeTransaction } from '../exchange.ts';
import { type RawRow, readFee } from './raw-row.ts';

/** A fee without its sign; both fields are `null` if the row reports none. */
export type Fee = Pick<ExchangeTransaction, 'feeCost' | 'feeCurrency'>;

export const NO_FEE: Fee = { feeCost: null, feeCurrency: null };

/** Returns a fee of this cost. Without a cost it has no currency. */
export function feeOf(feeCost: Decimal | null, currency: string | null): Fee {
  return { feeCost, feeCurrency: feeCost === null ? null : currency };
}

/** Returns the fee of a field, in this currency. @throws {UnreadableRowError} */
export function readFeeIn(currency: string, row: RawRow, field: string): Fee {
  return feeOf(readFee(row, field), currency);
}
