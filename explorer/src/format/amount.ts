/** Formats amounts for people. An amount is always text, so that no digit is rounded. */
import { type Decimal, isZeroDecimal } from '../../../src/domain/decimal.ts';

const GROUP_DIGITS = 3;

/** The digits of an amount in groups of three on both sides of the decimal point. */
export interface GroupedAmount {
  /** `-` or empty. */
  readonly sign: string;
  readonly whole: readonly string[];
  /** Empty if the amount has no decimal point. */
  readonly fraction: readonly string[];
}

/** Returns the groups of an amount in plain notation. No digit is added or removed. */
export function groupAmount(amount: string): GroupedAmount {
  const sign = amount.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = amount.slice(sign.length).split('.');
  return { sign, whole: groupFromEnd(whole), fraction: groupFromStart(fraction) };
}

/** Returns true if the amount is zero, with any number of digits. */
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
