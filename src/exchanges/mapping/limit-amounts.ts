/** Limits the amounts of an account to the withdrawable amount, which the exchange reports coin by coin. */
import { compareDecimals, type Decimal, isZeroDecimal } from '../../domain/decimal.ts';
import { isRow, type RawRow, readDecimal, UnreadableRowError } from './raw-row.ts';

/**
 * Maximum consecutive refusals; after them, the exchange is assumed not to serve the endpoint to this key.
 */
const REFUSALS_MAX = 3;

/** The fields in which an exchange reports the withdrawable amount of one coin. */
export interface WithdrawableFields {
  /** The fields of a balance row. */
  readonly nameField: string;
  readonly amountField: string;
  /** The field of a response with the held amount of all coins together. */
  readonly heldField: string;
  /** Returns the withdrawable amount of a response; `null` if it is missing. @throws {UnreadableRowError} */
  readonly readAmount: (response: RawRow) => Decimal | null;
}

/** Balance rows with the smaller of the two amounts. */
export interface LimitedRows {
  readonly rows: readonly unknown[];
  /**
   * False if the exchange did not report the withdrawable amount of a coin with a balance, or a field of the
   * report is missing or unreadable.
   */
  readonly isVerified: boolean;
}

/**
 * Limits each row with an amount to the withdrawable amount. If a response reports that no amount of any coin
 * is held, no further coin is requested. After a refusal of one coin, the others are still requested.
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
      const held = readOrNull(() => readDecimal(response, fields.heldField));
      const withdrawable = readOrNull(() => fields.readAmount(response));
      const isNothingHeld = held !== null && isZeroDecimal(held);
      // Without the held amount, other coins may be held too.
      isNeeded = !isNothingHeld;
      isVerified &&= isNothingHeld || (held !== null && withdrawable !== null);
      refusals = 0;
      limited.push(limitRow(row as RawRow, withdrawable, fields));
      continue;
    }
    if (name !== undefined) {
      isVerified = false;
      refusals += 1;
      isNeeded = refusals < REFUSALS_MAX;
    }
    limited.push(row);
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

/** Returns true for a number or a numeric text other than zero. */
function isPositive(amount: unknown): boolean {
  return /[1-9]/.test(String(amount));
}

/** Returns the row with the smaller amount; unchanged if one of the amounts is unknown. */
function limitRow(
  row: RawRow,
  withdrawable: Decimal | null,
  { amountField }: WithdrawableFields,
): RawRow {
  const balance = readOrNull(() => readDecimal(row, amountField));
  if (balance === null || withdrawable === null) return row;
  return compareDecimals(withdrawable, balance) >= 0
    ? row
    : { ...row, [amountField]: withdrawable };
}

/** Returns an amount; `null` if it is missing or cannot be read. */
function readOrNull(read: () => Decimal | null): Decimal | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRowError) return null;
    throw error;
  }
}
