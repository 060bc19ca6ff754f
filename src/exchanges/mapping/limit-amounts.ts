/** Amounts of an account, limited to what an exchange reports as withdrawable coin by coin. */
import { compareDecimals, type Decimal } from '../../domain/decimal.ts';
import { isRow } from './map-rows.ts';
import { type RawRow, readDecimal, UnreadableRowError } from './raw-row.ts';

/** Coins refused in a row after which the exchange is assumed not to serve the endpoint to this key. */
const REFUSALS_MAX = 3;

/** How an exchange reports what can be withdrawn of one coin. */
export interface WithdrawableFields {
  /** The fields of a balance row. */
  readonly nameField: string;
  readonly amountField: string;
  /** The field of a response that reports what is held back of all coins together. */
  readonly heldField: string;
  /** Returns the withdrawable amount of a response; `null` if it is missing. @throws {UnreadableRowError} */
  readonly readAmount: (response: RawRow) => Decimal | null;
}

/** Balance rows with the smaller of the two amounts. */
export interface LimitedRows {
  readonly rows: readonly unknown[];
  /** False if the exchange did not report what can be withdrawn of a coin that the account has. */
  readonly isVerified: boolean;
}

/**
 * Limits each row with an amount to what can be withdrawn of it. If a response reports that nothing is held
 * back of any coin, no further coin is requested. A refused coin does not prevent the request of others.
 *
 * @param request returns the response for a coin; `undefined` if the exchange refuses it.
 */
export async function limitAmounts(
  rows: readonly unknown[],
  fields: WithdrawableFields,
  request: (name: string) => Promise<unknown>,
): Promise<LimitedRows> {
  const limited: unknown[] = [];
  let isNeeded = true;
  let isVerified = true;
  let refusals = 0;
  for (const row of rows) {
    const name: string | undefined = isNeeded ? nameOfAmount(row, fields) : undefined;
    const response = name === undefined ? undefined : await request(name);
    if (isRow(response)) {
      isNeeded = isPositive(response[fields.heldField]);
      refusals = 0;
    } else if (name !== undefined) {
      isVerified = false;
      refusals += 1;
      isNeeded = refusals < REFUSALS_MAX;
    }
    limited.push(isRow(response) ? limitRow(row as RawRow, response, fields) : row);
  }
  return { rows: limited, isVerified };
}

/** Returns the coin of a row with an amount; `undefined` for any other row. */
function nameOfAmount(
  row: unknown,
  { nameField, amountField }: WithdrawableFields,
): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { [nameField]: name, [amountField]: amount } = row as RawRow;
  return typeof name === 'string' && isPositive(amount) ? name : undefined;
}

/** True for a number, or the text of one, that is not zero. */
function isPositive(amount: unknown): boolean {
  return /[1-9]/.test(String(amount));
}

/** Returns a row or a response that cannot be read unchanged. */
function limitRow(row: RawRow, response: RawRow, fields: WithdrawableFields): RawRow {
  const { amountField, readAmount } = fields;
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
