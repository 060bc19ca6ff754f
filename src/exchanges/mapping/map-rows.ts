import { hash } from 'node:crypto';

import { DecimalError } from '../../domain/decimal.ts';
import type { ExchangeTransaction, UnreadableRow, WindowReading } from '../exchange.ts';
import { isRow, type RawRow, readText, UnreadableRowError } from './raw-row.ts';

/** Returns the symbol of an asset by the exchange's identifier. */
export type ToSymbol = (assetId: string) => string;

const RAW_LENGTH_MAX = 65_536;

/** The values of the mapped rows, and the other rows unchanged. */
export interface MappedRows<Value> {
  readonly values: Value[];
  readonly unreadable: UnreadableRow[];
}

/**
 * Maps rows one by one. A row that cannot be mapped is quarantined and does not affect other rows. So is a row
 * whose amounts add up to more digits than a decimal has. A row that is mapped to `undefined` is omitted.
 *
 * @param keyOf returns the key of a row without mapping it, so that the row replaces its quarantined version
 * once it can be mapped; `undefined` if the row has no identifier.
 * @param windowOf returns the range that is re-read for a row; missing for the window that was read.
 */
export function mapEach<Value>(
  source: string,
  rows: readonly unknown[],
  map: (row: RawRow) => Value | undefined,
  keyOf: (row: RawRow) => string | undefined,
  windowOf?: (row: unknown) => UnreadableRow['window'],
): MappedRows<Value> {
  const values: Value[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const row of rows) {
    const mapped = tryMap(row, map);
    if (mapped instanceof UnreadableRowError) {
      const quarantined = quarantineRow(source, row, mapped.message, keyOf);
      const window = windowOf?.(row);
      unreadable.push(window === undefined ? quarantined : { ...quarantined, window });
    } else if (mapped !== undefined) values.push(mapped);
  }
  return { values, unreadable };
}

/** Maps the rows of a history; see {@link mapEach}. */
export function mapRows(
  source: string,
  rows: readonly unknown[],
  map: (row: RawRow) => ExchangeTransaction | undefined,
  keyOf: (row: RawRow) => string | undefined,
  windowOf?: (row: unknown) => UnreadableRow['window'],
): WindowReading {
  const { values, unreadable } = mapEach(source, rows, map, keyOf, windowOf);
  return { transactions: values, unreadable };
}

function tryMap<Value>(
  row: unknown,
  map: (row: RawRow) => Value | undefined,
): Value | UnreadableRowError | undefined {
  if (!isRow(row)) return new UnreadableRowError('the row is not an object');
  try {
    return map(row);
  } catch (error) {
    if (error instanceof UnreadableRowError) return error;
    // A sum or difference of two readable amounts may have too many digits.
    if (error instanceof DecimalError) {
      return new UnreadableRowError(`an amount is ${error.message}`);
    }
    throw error;
  }
}

/**
 * Returns the quarantined form of a row: the raw row, the reason and the key. If the key cannot be read, it
 * is a hash of the row's text.
 */
export function quarantineRow(
  source: string,
  row: unknown,
  reason: string,
  keyOf: (row: RawRow) => string | undefined,
): UnreadableRow {
  const raw = (JSON.stringify(row) ?? 'null').slice(0, RAW_LENGTH_MAX);
  const known = isRow(row) ? tryKeyOf(row, keyOf) : undefined;
  return { key: known ?? `${source}:${hash('sha256', raw)}`, raw, reason };
}

/** Returns the key; `undefined` if the identifier itself cannot be read. */
function tryKeyOf(row: RawRow, keyOf: (row: RawRow) => string | undefined): string | undefined {
  try {
    return keyOf(row);
  } catch (error) {
    if (error instanceof UnreadableRowError) return undefined;
    throw error;
  }
}

/**
 * Returns the key of a row by its identifier; `undefined` if it has none.
 *
 * @throws {UnreadableRowError} if the identifier cannot be read.
 */
export function keyById(kind: string, field: string, row: RawRow): string | undefined {
  const id = readText(row, field);
  return id === null ? undefined : `${kind}:${id}`;
}

/** Returns the key of a row by the texts that identify it; `undefined` if one is missing or empty. */
export function keyByTexts(source: string, ...parts: readonly unknown[]): string | undefined {
  const isNamed = parts.every((part) => typeof part === 'string' && part !== '');
  return isNamed ? [source, ...parts].join(':') : undefined;
}
