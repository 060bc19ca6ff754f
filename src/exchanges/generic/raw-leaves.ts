/** Looking for what ccxt lost in the row as the exchange sent it. Pure. */
import {
  absoluteDecimal,
  type Decimal,
  parseDecimal,
  shortestDecimal,
} from '../../domain/decimal.ts';
import { parseInstantCeiling } from '../../domain/instant.ts';

/** A text or number of a raw row, with the name of its field. */
export interface RawLeaf {
  readonly name: string;
  readonly text: string;
}

const DEPTH_MAX = 5;
const LEAVES_MAX = 300;
/** A balance has a row for each asset. */
export const BALANCE_LEAVES_MAX = 20_000;

/** Every text and number of a raw row, however deep. */
export function listLeaves(raw: unknown, leavesMax = LEAVES_MAX): RawLeaf[] {
  const leaves: RawLeaf[] = [];
  const collect = (value: unknown, name: string, depth: number): void => {
    if (leaves.length >= leavesMax) return;
    if (typeof value === 'string' || typeof value === 'number') {
      if (value !== '') leaves.push({ name, text: String(value) });
    } else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX) {
      for (const [key, part] of Object.entries(value)) collect(part, key, depth + 1);
    }
  };
  collect(raw, '', 0);
  return leaves;
}

/**
 * A number of ccxt with the digits that the exchange sent, without its sign. A text is ccxt's exact
 * reading, whose trailing zeros may be lost; a JavaScript number was rounded or made up, and counts
 * only where the row has it.
 */
export function restoreDigits(value: unknown, leaves: readonly RawLeaf[]): Decimal | null {
  return findDigits(value, indexDigits(leaves));
}

/** The decimals of raw rows, as they were written, by their common shortest form. */
export type DigitIndex = ReadonlyMap<string, readonly Decimal[]>;

/** Reads every leaf once, for balances that have many rows. */
export function indexDigits(leaves: readonly RawLeaf[]): DigitIndex {
  const decimals = leaves.map(({ text }) => toDecimal(text)).filter((each) => each !== null);
  return Map.groupBy(decimals, (each) => shortestDecimal(each));
}

/** {@link restoreDigits} by an index. */
export function findDigits(value: unknown, index: DigitIndex): Decimal | null {
  const told = toDecimal(value);
  if (told === null) return null;
  const equal = index.get(shortestDecimal(told));
  if (equal === undefined) return typeof value === 'string' ? told : null;
  return equal.find((each) => each === told) ?? equal[0] ?? null;
}

/** A text or number as a decimal without its sign; `null` for any other. */
export function toDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  try {
    return absoluteDecimal(parseDecimal(String(value)));
  } catch {
    return null;
  }
}

/** The first of these fields at the top of a raw row that is a text or number. */
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

const HASH_FIELDS = ['transactionHash', 'transaction_hash', 'txHash', 'tx_hash', 'txhash'];

/**
 * What a row tells as the hash of its transaction: `null` for a field that is empty, `undefined`
 * where it has no such field.
 */
export function findHash(raw: unknown): string | null | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const name = HASH_FIELDS.find((field) => Object.hasOwn(raw, field));
  return name === undefined ? undefined : findField(raw, [name]);
}

/** Before this Unix time in milliseconds no exchange existed: a smaller number counts seconds. */
const EARLIEST_MS = 100_000_000_000;
const DIGITS_OF_MS = 13;
const TIME_LENGTH_MAX = 64;

/** A time in any form that exchanges write, in Unix ms: seconds to nanoseconds, or UTC text. */
export function readAnyTime(text: string | number | null): number | null {
  if (text === null || String(text).length > TIME_LENGTH_MAX) return null;
  const [whole = ''] = String(text).split('.');
  if (/^\d{9,19}$/.test(whole)) {
    if (whole.length > DIGITS_OF_MS) return Number(whole.slice(0, DIGITS_OF_MS));
    return Number(whole) < EARLIEST_MS ? Math.trunc(Number(text) * 1000) : Number(whole);
  }
  // An offset may be told in hours alone (`2022-12-21 00:48:45.477503+00`).
  const written = String(text)
    .replace(' ', 'T')
    .replace(/(T.*[+-]\d{2})$/, '$1:00');
  return parseInstantCeiling(written) ?? parseInstantCeiling(`${written}Z`) ?? null;
}
