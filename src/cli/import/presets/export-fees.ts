/** Fees that the amount of a row includes. */
import { type Decimal, isNegativeDecimal, subtractDecimals } from '../../../domain/decimal.ts';
import type { Fee } from '../../../exchanges/mapping/fee.ts';

/**
 * Returns the amount without a fee in the same asset. A fee above the amount cannot be a part of it, so the amount
 * is returned as it is.
 */
export function subtractFee(gross: Decimal, asset: string, { feeCost, feeCurrency }: Fee): Decimal {
  if (feeCost === null || feeCurrency !== asset) return gross;
  const net = subtractDecimals(gross, feeCost);
  return isNegativeDecimal(net) ? gross : net;
}
