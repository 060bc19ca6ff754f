/** Finds lost digits and fields in a row as the exchange sent it. Pure functions. */
import {
  absoluteDecimal,
  type Decimal,
  shortestDecimal,
  tryParseDecimal,
} from '../../domain/decimal.ts';
import { parseInstantFloor } from '../../domain/instant.ts';
import { parseExactJson } from '../client/exact-json.ts';
import { truncateSeconds } from '../mapping/raw-row.ts';

/** A text or number of a raw row, with the name of its field. */
export interface RawValue {
  readonly name: string;
  readonly text: string;
}

const DEPTH_MAX = 5;
const VALUES_MAX = 300;
/** Maximum values of a balance, which has a row for each asset. */
export const BALANCE_VALUES_MAX = 20_000;

/** Returns every text and number of a raw row, at any depth. */
export function listRawValues(raw: unknown, valuesMax = VALUES_MAX): RawValue[] {
  const rawValues: RawValue[] = [];
  const collect = (value: unknown, name: string, depth: number): void => {
    if (rawValues.length >= valuesMax) return;
    if (typeof value === 'string' || typeof value === 'number') {
      if (value !== '') rawValues.push({ name, text: String(value) });
      // NDAX sends a part of a row as JSON text.
      const written = readObjectText(value);
      if (written !== null) collect(written, name, depth);
    } else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX) {
      const parts = Object.entries(value) as [string, unknown][];
      // A field of the row comes before a field with the same name in a nested part.
      for (const isDeep of [false, true]) {
        for (const [key, part] of parts) {
          if ((typeof part === 'object') === isDeep) collect(part, key, depth + 1);
        }
      }
    }
  };
  collect(raw, '', 0);
  return rawValues;
}

const OBJECT_TEXT_LENGTH_MAX = 10_000;

/** Returns the object in a JSON text; `null` for any other value. */
function readObjectText(value: string | number): object | null {
  if (typeof value !== 'string' || value.length > OBJECT_TEXT_LENGTH_MAX) return null;
  if (!/^\s*\{[^]*\}\s*$/.test(value)) return null;
  try {
    return parseExactJson(value) as object;
  } catch {
    return null;
  }
}

/**
 * Returns a number of ccxt with the digits that the exchange sent, without its sign; `null` if there is none.
 * A text is ccxt's exact reading, which may lack trailing zeros. A JavaScript number was rounded or computed,
 * and only counts if the row contains it.
 */
export function restoreDigits(value: unknown, rawValues: readonly RawValue[]): Decimal | null {
  return findDigits(value, indexDigits(rawValues));
}

/** The decimals of raw rows, as the exchange wrote them, by their shortest form. */
export type DigitIndex = ReadonlyMap<string, readonly Decimal[]>;

/** Returns an index of the values, for balances with many rows. */
export function indexDigits(rawValues: readonly RawValue[]): DigitIndex {
  const decimals = rawValues.map(({ text }) => toDecimal(text)).filter((each) => each !== null);
  return Map.groupBy(decimals, (each) => shortestDecimal(each));
}

/** Returns the result of {@link restoreDigits}, looked up in an index. */
export function findDigits(value: unknown, index: DigitIndex): Decimal | null {
  const decimal = toDecimal(value);
  if (decimal === null) return null;
  const equal = index.get(shortestDecimal(decimal));
  if (equal === undefined) return typeof value === 'string' ? decimal : null;
  return equal.find((each) => each === decimal) ?? equal[0] ?? null;
}

/** Returns a text or number as a decimal without its sign; `null` for any other value. */
export function toDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const decimal = tryParseDecimal(String(value));
  return decimal === undefined ? null : absoluteDecimal(decimal);
}

/**
 * Returns the first of these fields at the top level of a raw row that is a text or number; `null` if there
 * is none.
 */
export function findField(raw: unknown, names: readonly string[]): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const row = raw as Readonly<Record<string, unknown>>;
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) {
      return String(value);
    }
  }
  return null;
}

/** Returns the text of the first of these fields that a row contains at any depth; `null` if it has none. */
export function findNamed(rawValues: readonly RawValue[], names: readonly string[]): string | null {
  for (const wanted of names) {
    const value = rawValues.find(({ name }) => name === wanted);
    if (value !== undefined) return value.text;
  }
  return null;
}

const HASH_FIELDS = ['transactionHash', 'transaction_hash', 'txHash', 'tx_hash', 'txhash'];

/**
 * Returns the hash of a row's transaction; `null` if the field is empty, `undefined` if the row has no field
 * for it.
 */
export function findHash(raw: unknown): string | null | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const name = HASH_FIELDS.find((field) => Object.hasOwn(raw, field));
  return name === undefined ? undefined : findField(raw, [name]);
}

/** No exchange existed before this Unix time in milliseconds, so a smaller number is in seconds. */
const EARLIEST_MS = 100_000_000_000;
const DIGITS_OF_MS = 13;
/**
 * Matches times of .NET, in units of 100 ns since the year 1. Unix times in nanoseconds with as few digits
 * are before 2002.
 */
const TICKS = /^6\d{17}$/;
const TICKS_OF_MS = 10_000n;
const TICKS_BEFORE_UNIX = 621_355_968_000_000_000n;
const TIME_LENGTH_MAX = 64;

/**
 * Returns a time in Unix ms, truncated to whole ones, from any form that exchanges write: seconds to
 * nanoseconds, ticks of .NET, or UTC text; `null` if it is not a time.
 */
export function readAnyTime(text: string | number | null): number | null {
  if (text === null || String(text).length > TIME_LENGTH_MAX) return null;
  const [whole = '', fraction = ''] = String(text).split('.');
  if (TICKS.test(whole)) return Number((BigInt(whole) - TICKS_BEFORE_UNIX) / TICKS_OF_MS);
  if (/^\d{9,19}$/.test(whole) && /^\d*$/.test(fraction)) {
    if (whole.length > DIGITS_OF_MS) return Number(whole.slice(0, DIGITS_OF_MS));
    return Number(whole) < EARLIEST_MS ? truncateSeconds(String(text)) : Number(whole);
  }
  // An offset may consist of hours (`2022-12-21 00:48:45.477503+00`).
  const written = String(text)
    .replace(' ', 'T')
    .replace(/(T.*[+-]\d{2})$/, '$1:00');
  return parseInstantFloor(written) ?? parseInstantFloor(`${written}Z`) ?? null;
}
