/**
 * Reads fields of an exchange's rows. A missing or invalid value is an error, never replaced. Pure functions.
 */
import {
  absoluteDecimal,
  type Decimal,
  isNegativeDecimal,
  parseDecimal,
} from '../../domain/decimal.ts';
import { TIMESTAMP_MS_MAX, parseInstantFloor } from '../../domain/instant.ts';
import { ExchangeError } from '../exchange.ts';

/** A row as the exchange sent it. */
export type RawRow = Readonly<Record<string, unknown>>;

/** Returns true for an object that is not a list. */
export function isRow(row: unknown): row is RawRow {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

/** Returns the object in a field; an empty object if the field is missing or not an object. */
export function readObject(row: RawRow, field: string): RawRow {
  const value = row[field];
  return isRow(value) ? value : {};
}

/** A row that cannot be mapped; it is quarantined with this reason. */
export class UnreadableRowError extends Error {
  readonly code = 'row_unreadable';

  constructor(reason: string) {
    super(reason);
    this.name = 'UnreadableRowError';
  }
}

/**
 * Returns the response as an object.
 *
 * @throws {ExchangeError} if it is not an object, for example HTML.
 */
export function expectObject(response: unknown, endpoint: string): RawRow {
  if (isRow(response)) return response;
  throw unexpectedResponse(endpoint, 'an object');
}

/**
 * Returns the response as a list of rows.
 *
 * @throws {ExchangeError} if it is not a list.
 */
export function expectList(response: unknown, endpoint: string): readonly unknown[] {
  if (Array.isArray(response)) return response;
  throw unexpectedResponse(endpoint, 'a list');
}

/**
 * Returns the list under the first of these names that the response contains. `null` counts as an empty list,
 * as some servers write it.
 *
 * @throws {ExchangeError} if the response has none of the names, or no list under it.
 */
export function expectListIn(
  response: RawRow,
  names: readonly string[],
  endpoint: string,
): readonly unknown[] {
  const name = names.find((each) => response[each] !== undefined);
  if (name === undefined) {
    throw unexpectedResponse(endpoint, `an object with ${names.join(' or ')}`);
  }
  return response[name] === null ? [] : expectList(response[name], endpoint);
}

function unexpectedResponse(endpoint: string, wanted: string): ExchangeError {
  return new ExchangeError('exchange_unavailable', `${endpoint}: the response is not ${wanted}`);
}

const TEXT_LENGTH_MAX = 1024;

/**
 * Returns a field as text; `null` if it is missing or empty.
 *
 * @throws {UnreadableRowError} if the text is too long, or has control characters.
 */
export function readText(row: RawRow, field: string): string | null {
  const value = row[field];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return null;
  if (value.length > TEXT_LENGTH_MAX) {
    throw new UnreadableRowError(`${field} has ${value.length} characters`);
  }
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) {
    throw new UnreadableRowError(`${field} has control characters or malformed Unicode`);
  }
  return value;
}

/** Returns a required field as text. @throws {UnreadableRowError} if it is missing or invalid. */
export function requireText(row: RawRow, field: string): string {
  const text = readText(row, field);
  if (text === null) throw new UnreadableRowError(`${field} is missing`);
  return text;
}

/**
 * Returns a decimal field; `null` if it is missing or empty.
 *
 * @throws {UnreadableRowError} if it is invalid.
 */
export function readDecimal(row: RawRow, field: string): Decimal | null {
  const text = readText(row, field);
  if (text === null) return null;
  try {
    return parseDecimal(text);
  } catch {
    throw new UnreadableRowError(`${field} is not a decimal: ${text.slice(0, 40)}`);
  }
}

/** Returns a required decimal field. @throws {UnreadableRowError} if it is missing or invalid. */
export function requireDecimal(row: RawRow, field: string): Decimal {
  const decimal = readDecimal(row, field);
  if (decimal === null) throw new UnreadableRowError(`${field} is missing`);
  return decimal;
}

/** Returns a required amount. @throws {UnreadableRowError} if it is missing, invalid or negative. */
export function requireAmount(row: RawRow, field: string): Decimal {
  const amount = requireDecimal(row, field);
  if (isNegativeDecimal(amount)) throw new UnreadableRowError(`${field} is negative: ${amount}`);
  return amount;
}

/**
 * Returns a fee without its sign; `null` if the field is missing or empty.
 *
 * @throws {UnreadableRowError} if it is invalid.
 */
export function readFee(row: RawRow, field: string): Decimal | null {
  const fee = readDecimal(row, field);
  return fee === null ? null : absoluteDecimal(fee);
}

/** Matches decimal digits. JavaScript would also read `1e3` and `0x10` as numbers. */
const DIGITS = /^\d+(?:\.\d*)?$/;

/**
 * Returns a required Unix time in milliseconds, truncated to whole ones.
 *
 * @throws {UnreadableRowError} if it is missing or invalid.
 */
export function requireTimestampMs(row: RawRow, field: string): number {
  const text = requireText(row, field);
  return checkTimestamp(DIGITS.test(text) ? Number(text.split('.', 1)[0]) : NaN, row, field);
}

/**
 * Returns a required Unix time in milliseconds from a field in seconds, with or without a fraction, truncated
 * to milliseconds.
 *
 * @throws {UnreadableRowError} if it is missing or invalid.
 */
export function requireTimestampSeconds(row: RawRow, field: string): number {
  const text = requireText(row, field);
  return checkTimestamp(DIGITS.test(text) ? truncateSeconds(text) : NaN, row, field);
}

/**
 * Returns decimal text in seconds as whole milliseconds. It is truncated as text, because a product of binary
 * floats can be a millisecond less (`4.035`).
 */
export function truncateSeconds(text: string): number {
  const [seconds = '', fraction = ''] = text.split('.');
  return Number(`${seconds}${fraction.slice(0, 3).padEnd(3, '0')}`);
}

/**
 * Returns a required Unix time in milliseconds from a UTC text without a zone (`2024-05-05 15:38:56`), truncated
 * to milliseconds.
 *
 * @throws {UnreadableRowError} if it is missing or invalid.
 */
export function requireUtcText(row: RawRow, field: string): number {
  const text = requireText(row, field);
  return checkTimestamp(parseInstantFloor(`${text.replace(' ', 'T')}Z`) ?? NaN, row, field);
}

/**
 * Returns a required Unix time in milliseconds from an RFC 3339 text, truncated to milliseconds.
 *
 * @throws {UnreadableRowError} if it is missing or invalid.
 */
export function requireInstant(row: RawRow, field: string): number {
  return checkTimestamp(parseInstantFloor(requireText(row, field)) ?? NaN, row, field);
}

function checkTimestamp(timestampMs: number, row: RawRow, field: string): number {
  const valid = timestampMs > 0 && timestampMs <= TIMESTAMP_MS_MAX;
  if (valid) return timestampMs;
  throw new UnreadableRowError(
    `${field} is not a time: ${String(readText(row, field)).slice(0, 40)}`,
  );
}
