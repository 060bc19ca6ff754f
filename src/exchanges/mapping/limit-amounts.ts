/** Amounts of an account, limited to what an exchange reports as withdrawable coin by coin. */
import { compareDecimals, type Decimal } from '../../domain/decimal.ts';
import { type RawRow, readDecimal, UnreadableRowError } from './raw-row.ts';

/** Refused coins in a row after which the exchange is taken not to serve the endpoint to this key. */
const REFUSALS_MAX = 3;

/** How an exchange reports what can be withdrawn of one coin. */
export interface WithdrawableLimits {
  /** The fields of a balance row. */
  readonly nameField: string;
  readonly amountField: string;
  /** Returns the response for a coin, `undefined` if the exchange refuses it. */
  readonly ask: (name: string) => Promise<RawRow | undefined>;
  /** True if the response says that something of any coin is held back. */
  readonly holdsBack: (response: RawRow) => boolean;
  /** The withdrawable amount; `null` if it is missing. @throws {UnreadableRowError} */
  readonly readAmount: (response: RawRow) => Decimal | null;
}

/** Balance rows with the smaller of the two amounts. */
export interface LimitedRows {
  readonly rows: readonly unknown[];
  /** False if the exchange did not report what can be withdrawn of a coin that is held. */
  readonly isVerified: boolean;
}

/**
 * Limits each row that holds something. A response says whether anything is held back at all, so that no
 * further coin is requested if nothing is. A coin that is refused keeps no other from being requested.
 */
export async function limitAmounts(
  rows: readonly unknown[],
  limits: WithdrawableLimits,
): Promise<LimitedRows> {
  const limited: unknown[] = [];
  let isNeeded = true;
  let isVerified = true;
  let refusals = 0;
  for (const row of rows) {
    const name: string | undefined = isNeeded ? nameHeldCoin(row, limits) : undefined;
    const response: RawRow | undefined = name === undefined ? undefined : await limits.ask(name);
    if (response !== undefined) {
      isNeeded = limits.holdsBack(response);
      refusals = 0;
    } else if (name !== undefined) {
      isVerified = false;
      refusals += 1;
      isNeeded = refusals < REFUSALS_MAX;
    }
    limited.push(response === undefined ? row : limitRow(row as RawRow, response, limits));
  }
  return { rows: limited, isVerified };
}

function nameHeldCoin(
  row: unknown,
  { nameField, amountField }: WithdrawableLimits,
): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { [nameField]: name, [amountField]: amount } = row as RawRow;
  return typeof name === 'string' && /[1-9]/.test(String(amount)) ? name : undefined;
}

/** A row or a response that cannot be read stays as it came. */
function limitRow(row: RawRow, response: RawRow, limits: WithdrawableLimits): RawRow {
  const { amountField, readAmount } = limits;
  try {
    const balance = readDecimal(row, amountField);
    const withdrawable = readAmount(response);
    if (balance === null || withdrawable === null) return row;
    if (compareDecimals(withdrawable, balance) >= 0) return row;
    return { ...row, [amountField]: withdrawable };
  } catch (error) {
    if (error instanceof UnreadableRowError) return row;
    throw error;
  }
}
