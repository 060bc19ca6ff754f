import { compareDecimals } from '../../domain/decimal.ts';
import { type RawRow, readDecimal, UnreadableRowError } from '../raw-row.ts';

/** The field of a funding row that tells what can leave the account. */
export const AMOUNT_FIELD = 'transferBalance';

/**
 * The rows of the funding account with what can be withdrawn of each. A deposit with few
 * confirmations and bought crypto can be transferred and not be withdrawn for some time
 * (bybit-exchange.github.io/docs/v5/asset/balance/delay-amount); it is told coin by coin, so that
 * where the first answer says that nothing is held back (`limitAmountUsd`), no other is asked for.
 *
 * @param ask the answer of `withdraw/withdrawable-amount` for a coin, where the exchange gives one.
 */
export async function limitToWithdrawable(
  rows: readonly unknown[],
  ask: (coin: string) => Promise<RawRow | undefined>,
): Promise<readonly unknown[]> {
  const limited: unknown[] = [];
  let holdsBack = true;
  for (const row of rows) {
    const coin: string | undefined = holdsBack ? coinWithBalance(row) : undefined;
    const answer: RawRow | undefined = coin === undefined ? undefined : await ask(coin);
    if (coin !== undefined) holdsBack = answer !== undefined && tellsHeldAmount(answer);
    limited.push(answer === undefined ? row : limitRow(row as RawRow, answer));
  }
  return limited;
}

function coinWithBalance(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { coin, [AMOUNT_FIELD]: amount } = row as RawRow;
  return typeof coin === 'string' && /[1-9]/.test(String(amount)) ? coin : undefined;
}

function tellsHeldAmount({ limitAmountUsd }: RawRow): boolean {
  return /[1-9]/.test(String(limitAmountUsd));
}

/** The smaller of the two amounts; a row or an answer that cannot be read stays as it came. */
function limitRow(row: RawRow, answer: RawRow): RawRow {
  const wallets = answer['withdrawableAmount'] as RawRow | undefined;
  const funding = (wallets?.['FUND'] ?? {}) as RawRow;
  try {
    const balance = readDecimal(row, AMOUNT_FIELD);
    const withdrawable = readDecimal(funding, 'withdrawableAmount');
    if (balance === null || withdrawable === null) return row;
    if (compareDecimals(withdrawable, balance) >= 0) return row;
    return { ...row, [AMOUNT_FIELD]: withdrawable };
  } catch (error) {
    if (error instanceof UnreadableRowError) return row;
    throw error;
  }
}
