/** Amounts for people. They are text from the exchange to the screen: nothing is rounded. */
import { type Decimal, isZeroDecimal, parseDecimal } from '../../../src/domain/decimal.ts';

const GROUP_DIGITS = 3;

/** The digits of an amount in groups of three, from the point to both sides. */
export interface GroupedAmount {
  /** `-` or nothing. */
  readonly sign: string;
  readonly whole: readonly string[];
  /** Empty if there is no point. */
  readonly fraction: readonly string[];
}

/** Splits an amount in plain notation; joined again, the groups are the amount. */
export function groupAmount(amount: string): GroupedAmount {
  const sign = amount.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = amount.slice(sign.length).split('.');
  return { sign, whole: groupFromEnd(whole), fraction: groupFromStart(fraction) };
}

/** Returns a decimal of any notation in plain notation; `undefined` if the text is not a decimal. */
export function toPlainAmount(text: string): Decimal | undefined {
  try {
    return parseDecimal(text);
  } catch {
    return undefined;
  }
}

/** Returns true for zero, however many digits it has. */
export function isZeroAmount(amount: string): boolean {
  return isZeroDecimal(amount as Decimal);
}

function groupFromEnd(digits: string): string[] {
  const first = digits.length % GROUP_DIGITS || GROUP_DIGITS;
  return [digits.slice(0, first), ...groupFromStart(digits.slice(first))];
}

function groupFromStart(digits: string): string[] {
  return digits.match(/\d{1,3}/g) ?? [];
}
