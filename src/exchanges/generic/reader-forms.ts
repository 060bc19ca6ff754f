/** The common forms in which venues list coins and balances, for readers of raw responses. Pure functions. */
import { isNegativeDecimal } from '../../domain/decimal.ts';
import { ExchangeError } from '../exchange.ts';
import { type RawRow, readText, requireDecimal, UnreadableRowError } from '../mapping/raw-row.ts';

type Rows = readonly unknown[];
type ListRows = (responses: readonly unknown[]) => Rows;

/**
 * Returns the list at a path (`rowsAt('data', 'coins')`) of the first response that has a list there; the
 * response itself without a path.
 *
 * @throws {ExchangeError} if no response has one, so that a message is never read as an empty list.
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
 * Returns the entries of the map at a path of the first response that has a map there, as rows: the key of
 * an entry is added under `keyField`, and a value that is no object under `valueField`.
 *
 * @throws {ExchangeError} if no response has one.
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
 * Returns the rows with the response about the coin of each (`RawRequest.forHeld`) under
 * `aboutCoin`, which is missing if there is none.
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

/** Returns the rows of a field that is a list; none if it is missing. @throws {UnreadableRowError} */
export function readList(row: RawRow, field: string): readonly RawRow[] {
  const list = row[field] ?? [];
  if (!Array.isArray(list)) throw new UnreadableRowError(`${field} is not a list`);
  const rows = list as readonly unknown[];
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
 * Returns a field that is yes or no, in any of the usual words.
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

/** Returns a limit as the venue wrote it; `null` if it is missing, empty or a word for none. */
export function readLimit(row: RawRow, field: string, none: readonly string[] = []): string | null {
  const text = readText(row, field);
  return text === null || none.includes(text) ? null : text;
}

/**
 * Returns a figure that is negative if the collateral does not suffice; then nothing can be withdrawn.
 *
 * @throws {UnreadableRowError}
 */
export function requireAtLeastZero(row: RawRow, field: string): string {
  const figure = requireDecimal(row, field);
  return isNegativeDecimal(figure) ? '0' : figure;
}

function follow(value: unknown, path: readonly string[]): unknown {
  let part = value;
  for (const name of path) part = isRow(part) ? part[name] : undefined;
  return part;
}

/** True for an object that is not a list. */
function isRow(value: unknown): value is RawRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(path: readonly string[], wanted: string): never {
  const place = path.length === 0 ? 'the response' : path.join('.');
  throw new ExchangeError('exchange_unavailable', `${place} is not a ${wanted}`);
}
