import { type LimitedRows, limitAmounts } from '../mapping/limit-amounts.ts';
import { type RawRow, readDecimal } from '../mapping/raw-row.ts';

/** The field of an account that contains what can leave it. */
export const AMOUNT_FIELD = 'available';

/**
 * The rows of the main account with what can be withdrawn of each. KuCoin may lock a part
 * against withdrawals (kucoin.com/docs-new, Get Withdrawal Quotas: `lockedAmount` of all currencies,
 * `availableAmount` of the requested one).
 *
 * @param ask the response of `withdrawals/quotas` for a currency, `undefined` if it is refused.
 */
export function limitToWithdrawable(
  rows: readonly unknown[],
  ask: (currency: string) => Promise<unknown>,
): Promise<LimitedRows> {
  return limitAmounts(rows, {
    nameField: 'currency',
    amountField: AMOUNT_FIELD,
    ask: async (currency) => {
      const response = await ask(currency);
      return typeof response === 'object' && response !== null ? (response as RawRow) : undefined;
    },
    holdsBack: ({ lockedAmount }) => /[1-9]/.test(String(lockedAmount)),
    readAmount: (response) => readDecimal(response, 'availableAmount'),
  });
}
