import { type LimitedRows, limitAmounts } from '../mapping/limit-amounts.ts';
import { type RawRow, readDecimal } from '../mapping/raw-row.ts';

/** The field of a funding row that contains what can leave the account. */
export const AMOUNT_FIELD = 'transferBalance';

/**
 * The rows of the funding account with what can be withdrawn of each. A deposit with few
 * confirmations and bought crypto can be transferred and not be withdrawn for some time
 * (bybit-exchange.github.io/docs/v5/asset/balance/delay-amount). `limitAmountUsd` of a response is what
 * is held back of all coins.
 *
 * @param ask the response of `withdraw/withdrawable-amount` for a coin, `undefined` if it is refused.
 */
export function limitToWithdrawable(
  rows: readonly unknown[],
  ask: (coin: string) => Promise<RawRow | undefined>,
): Promise<LimitedRows> {
  return limitAmounts(rows, {
    nameField: 'coin',
    amountField: AMOUNT_FIELD,
    ask,
    holdsBack: ({ limitAmountUsd }) => /[1-9]/.test(String(limitAmountUsd)),
    readAmount: (response) => {
      const wallets = response['withdrawableAmount'] as RawRow | undefined;
      return readDecimal((wallets?.['FUND'] ?? {}) as RawRow, 'withdrawableAmount');
    },
  });
}
