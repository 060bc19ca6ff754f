import { compareDecimals } from '../../domain/decimal.ts';
import { type RawRow, readDecimal, UnreadableRowError } from '../raw-row.ts';

/** The field of an account that tells what can leave it. */
export const AMOUNT_FIELD = 'available';

/**
 * The rows of the main account with what can be withdrawn of each. KuCoin may lock a part
 * against withdrawals (kucoin.com/docs-new, Get Withdrawal Quotas: `lockedAmount` of all currencies,
 * `availableAmount` of the one that was asked for); it is told currency by currency, so that where
 * the first answer says that nothing is locked, no other is asked for.
 *
 * @param ask the answer of `withdrawals/quotas` for a currency, where the exchange gives one.
 */
export async function limitToWithdrawable(
  rows: readonly unknown[],
  ask: (currency: string) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const limited: unknown[] = [];
  let locks = true;
  for (const row of rows) {
    const currency: string | undefined = locks ? heldCurrencyOf(row) : undefined;
    const answer: RawRow | undefined =
      currency === undefined ? undefined : toRow(await ask(currency));
    if (currency !== undefined) locks = answer !== undefined && tellsLock(answer);
    limited.push(answer === undefined ? row : limitRow(row as RawRow, answer));
  }
  return limited;
}

function heldCurrencyOf(row: unknown): string | undefined {
  const { currency, [AMOUNT_FIELD]: amount } = toRow(row) ?? {};
  return typeof currency === 'string' && /[1-9]/.test(String(amount)) ? currency : undefined;
}

function toRow(answer: unknown): RawRow | undefined {
  return typeof answer === 'object' && answer !== null ? (answer as RawRow) : undefined;
}

function tellsLock({ lockedAmount }: RawRow): boolean {
  return /[1-9]/.test(String(lockedAmount));
}

/** The smaller of the two amounts; a row or an answer that cannot be read stays as it came. */
function limitRow(row: RawRow, answer: RawRow): RawRow {
  try {
    const balance = readDecimal(row, AMOUNT_FIELD);
    const withdrawable = readDecimal(answer, 'availableAmount');
    if (balance === null || withdrawable === null) return row;
    if (compareDecimals(withdrawable, balance) >= 0) return row;
    return { ...row, [AMOUNT_FIELD]: withdrawable };
  } catch (error) {
    if (error instanceof UnreadableRowError) return row;
    throw error;
  }
}
