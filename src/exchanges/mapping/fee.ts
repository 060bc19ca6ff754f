/** Reads the fee of a row. Pure functions. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExchangeTransaction } from '../exchange.ts';
import { type RawRow, readFee } from './raw-row.ts';

/** A fee without its sign; both fields are `null` if the row reports none. */
export type Fee = Pick<ExchangeTransaction, 'feeCost' | 'feeCurrency'>;

export const NO_FEE: Fee = { feeCost: null, feeCurrency: null };

/** Returns a fee of this cost. If the cost is missing, so is the currency. */
export function feeOf(feeCost: Decimal | null, currency: string | null): Fee {
  return { feeCost, feeCurrency: feeCost === null ? null : currency };
}

/** Returns the number of a fee that may have its currency after it (`0.01000000eth`), as in older rows of OKX. */
export function withoutCurrency(fee: string, currency: string): string {
  const isMarked = fee.toLowerCase().endsWith(currency.toLowerCase());
  return isMarked ? fee.slice(0, -currency.length) : fee;
}

/** Returns the fee in a field, in this currency. @throws {UnreadableRowError} if it is not a decimal. */
export function readFeeIn(currency: string, row: RawRow, field: string): Fee {
  return feeOf(readFee(row, field), currency);
}
