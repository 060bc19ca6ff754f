/** Readers of raw responses for the common forms of coins and balances. Pure functions. */
import { isNegativeDecimal } from '../../domain/decimal.ts';
import { ExchangeError } from '../exchange.ts';
import {
  isRow,
  type RawRow,
  readText,
  requireDecimal,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import type { NamedFee } from './exchange-traits.ts';

type Rows = readonly unknown[];
type ListRows = (responses: readonly unknown[]) => Rows;

/**
 * Returns a reader of the list at a path (`rowsAt('data', 'coins')`), in the first response that has a list
 * there. Without a path, the response itself is the list.
 *
 * @throws {ExchangeError} if no response has a list there, so that an error message is never read as an empty
 * list.
 */
export function rowsAt(...path: readonly string[]): ListRows {
  return (responses) => {
    const list = responses
      .map((response) => follow(response, path))
      .find((part) => Array.isArray(part));
    return (list as Rows | undefined) ?? refuse(path, 'list');
  };
}

/**
 * Returns a reader of the map at a path, in the first response that has a map there. Each entry becomes a
 * row: its key is added under `keyField`, and a value that is not an object under `valueField`.
 *
 * @throws {ExchangeError} if no response has a map there.
 */
export function entriesAt(
  { keyField, valueField = 'value' }: { readonly keyField: string; readonly valueField?: string },
  ...path: readonly string[]
): ListRows {
  return (responses) => {
    const map = responses.map((response) => follow(response, path)).find((part) => isRow(part));
    if (!isRow(map)) return refuse(path, 'map');
    return Object.entries(map).map(([key, value]) =>
      Object.assign({}, isRow(value) ? value : { [valueField]: value }, { [keyField]: key }),
    );
  };
}

/**
 * Returns each row with the response about its coin (`RawRequest.forHeld`) in the field `aboutCoin`, if there
 * is one.
 *
 * @param coinField the field of a row with the identifier of its coin.
 */
export function joinCoinResponses(rows: Rows, coinField: string, responses: Rows): Rows {
  const byCoin = new Map(
    responses.filter((response) => isRow(response)).map(({ coin, response }) => [coin, response]),
  );
  return rows.map((row) =>
    isRow(row) && byCoin.has(row[coinField])
      ? Object.assign({ aboutCoin: byCoin.get(row[coinField]) }, row)
      : row,
  );
}

/**
 * Returns the result of `read`; turns any error into an error of the row, so that only that row is
 * quarantined.
 */
export function catchUnreadable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRowError) throw error;
    throw new UnreadableRowError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the list in a field; an empty list if it is missing. @throws {UnreadableRowError} if it is not a list. */
export function readEntries(row: RawRow, field: string): readonly unknown[] {
  const list = row[field] ?? [];
  if (Array.isArray(list)) return list;
  throw new UnreadableRowError(`${field} is not a list`);
}

/**
 * Returns the rows in a field; an empty list if it is missing.
 *
 * @throws {UnreadableRowError} if it is not a list of objects.
 */
export function readList(row: RawRow, field: string): readonly RawRow[] {
  const rows = readEntries(row, field);
  if (rows.every((each) => isRow(each))) return rows;
  throw new UnreadableRowError(`${field} has an entry that is not an object`);
}

const TRUE_WORDS: ReadonlySet<string> = new Set([
  'true',
  '1',
  'yes',
  'y',
  'on',
  'enable',
  'enabled',
]);
const FALSE_WORDS: ReadonlySet<string> = new Set('false 0 no n off disable disabled'.split(' '));

/**
 * Returns a flag, written in any of the usual words for yes and no.
 *
 * @throws {UnreadableRowError} if it is missing or another word.
 */
export function requireFlag(row: RawRow, field: string): boolean {
  const value = row[field];
  const word = typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value);
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  throw new UnreadableRowError(`${field} is neither yes nor no`);
}

/** Returns a limit as the exchange wrote it; `null` if it is missing, empty or one of the texts in `none`. */
export function readLimit(row: RawRow, field: string, none: readonly string[] = []): string | null {
  const text = readText(row, field);
  return text === null || none.includes(text) ? null : text;
}

/**
 * Returns an amount; zero if it is negative. It is negative if the collateral is insufficient; then no amount
 * can be withdrawn.
 *
 * @throws {UnreadableRowError} if it is missing or invalid.
 */
export function requireAtLeastZero(row: RawRow, field: string): string {
  const figure = requireDecimal(row, field);
  return isNegativeDecimal(figure) ? '0' : figure;
}

/** Returns a reader of the fee in a field; its currency is in the first of these fields that has a text. */
export function feeAt(
  costField: string,
  ...coinFields: readonly string[]
): (row: RawRow) => NamedFee | null {
  return (row) => {
    const cost = readText(row, costField);
    const coin = coinFields.map((field) => readText(row, field)).find((text) => text !== null);
    return cost === null || coin === undefined ? null : { cost, coin };
  };
}

function follow(value: unknown, path: readonly string[]): unknown {
  let part = value;
  for (const name of path) part = isRow(part) ? part[name] : undefined;
  return part;
}

function refuse(path: readonly string[], wanted: string): never {
  const place = path.length === 0 ? 'the response' : path.join('.');
  throw new ExchangeError('exchange_unavailable', `${place} is not a ${wanted}`);
}
