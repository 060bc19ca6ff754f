/** Cells that have an amount and its currency. */
import type { Decimal } from '../../../domain/decimal.ts';
import {
  type RawRow,
  requireDecimal,
  requireText,
  UnreadableRowError,
} from '../../../exchanges/mapping/raw-row.ts';

/** An amount with its currency. */
export interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

/** Returns the amount of a cell such as `0.5 BTC`. @throws {UnreadableRowError} if it has another form. */
export function readMoney(row: RawRow, field: string): Money {
  const text = requireText(row, field);
  const [amount = '', currency = '', ...rest] = text.split(' ');
  if (currency === '' || rest.length > 0) {
    throw new UnreadableRowError(
      `${field} is not an amount with its currency: ${text.slice(0, 40)}`,
    );
  }
  return { amount: requireDecimal({ [field]: amount }, field), currency };
}
