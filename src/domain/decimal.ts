/**
 * Exact decimals as text. Amounts are never stored in a binary float: an amount is parsed from the exchange's
 * text, kept as text, compared and added as a scaled `bigint`, and written as text.
 */

import { trimEndCharacters } from './trim.ts';

declare const decimalBrand: unique symbol;

/**
 * A decimal in plain notation: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, at most {@link DECIMAL_DIGITS_MAX}
 * digits. Every digit of the source is kept, trailing zeros included (`9.00` stays `9.00`), so the
 * text is also a valid JSON number.
 */
export type Decimal = string & { readonly [decimalBrand]: true };

/** Maximum digits of a decimal in plain notation; 2^256 with 18 further decimals has 96. */
export const DECIMAL_DIGITS_MAX = 128;

/** Thrown if a text is not a decimal, or too long to be an amount. */
export class DecimalError extends Error {
  readonly code = 'invalid_decimal';

  constructor(detail: string) {
    super(`not a decimal: ${detail}`);
    this.name = 'DecimalError';
  }
}

const DECIMAL_FORM = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/;
/** Matches texts that parsing returns unchanged, as nearly all amounts are. */
const PLAIN_FORM = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const TEXT_LENGTH_MAX = 2 * DECIMAL_DIGITS_MAX;

/**
 * Reads a decimal in plain or exponent notation and writes it plainly: `1.5E-7` becomes
 * `0.00000015`, `+007.50` becomes `7.50`, `.5` becomes `0.5`, `-0` becomes `0`.
 *
 * @throws {DecimalError} if the text is not a decimal or needs more than {@link DECIMAL_DIGITS_MAX}
 * digits (`1e5000` is refused before anything of that size is built).
 */
export function parseDecimal(text: string): Decimal {
  const decimal = tryParseDecimal(text);
  if (decimal === undefined) throw new DecimalError(describeProblem(text));
  return decimal;
}

/**
 * Returns what {@link parseDecimal} returns, and `undefined` for a text that it refuses: an error for each
 * text of a row that is not a decimal took half of the time in which best-effort exchanges are read.
 */
export function tryParseDecimal(text: string): Decimal | undefined {
  if (text.length <= DECIMAL_DIGITS_MAX && PLAIN_FORM.test(text)) return text as Decimal;
  if (text.length > TEXT_LENGTH_MAX) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL_FORM.exec(text) ?? [];
  if (whole === '' && fraction === '') return undefined;
  return placePoint(sign === '-', whole + fraction, whole.length + Number(exponent));
}

function describeProblem(text: string): string {
  if (text.length > TEXT_LENGTH_MAX) return `${text.length} characters`;
  const [, , whole = '', fraction = ''] = DECIMAL_FORM.exec(text) ?? [];
  return `${JSON.stringify(text)}${whole === '' && fraction === '' ? '' : ' is too long'}`;
}

/**
 * Writes `digits` with the decimal point after the first `pointAt` digits, which may be negative or exceed the
 * number of digits; `undefined` if it needs more than {@link DECIMAL_DIGITS_MAX} digits.
 */
function placePoint(negative: boolean, digits: string, pointAt: number): Decimal | undefined {
  const padded = Math.max(digits.length, pointAt, digits.length - pointAt);
  if (padded > DECIMAL_DIGITS_MAX) return undefined;
  const whole = pointAt > 0 ? digits.slice(0, pointAt).padEnd(pointAt, '0') : '';
  const fraction = pointAt > 0 ? digits.slice(pointAt) : '0'.repeat(-pointAt) + digits;
  const plain = whole.replace(/^0+(?=\d)/, '') || '0';
  const magnitude = fraction === '' ? plain : `${plain}.${fraction}`;
  return (negative && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude) as Decimal;
}

/** Returns the decimal without its sign. */
export function absoluteDecimal(value: Decimal): Decimal {
  return (isNegativeDecimal(value) ? value.slice(1) : value) as Decimal;
}

/** Returns true for a value below zero. */
export function isNegativeDecimal(value: Decimal): boolean {
  return value.startsWith('-');
}

/** Returns true for zero, with any number of digits. */
export function isZeroDecimal(value: Decimal): boolean {
  return !/[1-9]/.test(value);
}

/** Returns the value without trailing zeros: the same text for equal amounts. */
export function shortestDecimal(value: Decimal): Decimal {
  if (!value.includes('.')) return value;
  return trimEndCharacters(trimEndCharacters(value, '0'), '.') as Decimal;
}

/** Returns the value with at least `decimals` decimals: `10.00` with four is `10.0000`. */
export function withDecimals(value: Decimal, decimals: number): Decimal {
  const present = value.split('.')[1]?.length ?? 0;
  if (present >= decimals) return value;
  return `${value}${present === 0 ? '.' : ''}${'0'.repeat(decimals - present)}` as Decimal;
}

/** Compares two decimals by value. Returns a negative number, zero or a positive number. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const [a, b] = alignDecimals(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns the exact sum.
 *
 * @throws {DecimalError} if the sum needs more than {@link DECIMAL_DIGITS_MAX} digits.
 */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = alignDecimals(left, right);
  return unscaleDecimal(a + b, scale);
}

/**
 * Returns the exact difference `left - right`.
 *
 * @throws {DecimalError} if the difference needs more than {@link DECIMAL_DIGITS_MAX} digits.
 */
export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = alignDecimals(left, right);
  return unscaleDecimal(a - b, scale);
}

/** Returns both values as integers of the same scale, and that scale in decimal digits. */
function alignDecimals(left: Decimal, right: Decimal): [bigint, bigint, number] {
  const scale = Math.max(scaleOf(left), scaleOf(right));
  return [scaleDecimal(left, scale), scaleDecimal(right, scale), scale];
}

function scaleOf(value: Decimal): number {
  const point = value.indexOf('.');
  return point === -1 ? 0 : value.length - point - 1;
}

function scaleDecimal(value: Decimal, scale: number): bigint {
  return BigInt(value.replace('.', '') + '0'.repeat(scale - scaleOf(value)));
}

function unscaleDecimal(scaled: bigint, scale: number): Decimal {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0');
  const decimal = placePoint(scaled < 0n, digits, digits.length - scale);
  if (decimal === undefined) throw new DecimalError(`"${scaled}" is too long`);
  return decimal;
}
