import { hash } from 'node:crypto';

import type { ExchangeTransaction, UnreadableRow, WindowReading } from '../exchange.ts';
import { type RawRow, readText, UnreadableRowError } from './raw-row.ts';

/** Returns an asset's symbol for the exchange's own identifier of it. */
export type ToSymbol = (assetId: string) => string;

const RAW_LENGTH_MAX = 65_536;

/** The values of the rows that could be mapped, and the other rows as they came. */
export interface MappedRows<Value> {
  readonly values: Value[];
  readonly unreadable: UnreadableRow[];
}

/**
 * Maps rows one by one. A row that cannot be mapped is quarantined and affects no other row; one that is
 * mapped to `undefined` is left out.
 *
 * @param keyOf returns the key of a row without mapping it, so that a row that can be read later
 * replaces its quarantined self; `undefined` if the row has no identifier.
 */
export function mapEach<Value>(
  source: string,
  rows: readonly unknown[],
  map: (row: RawRow) => Value | undefined,
  keyOf: (row: RawRow) => string | undefined,
): MappedRows<Value> {
  const values: Value[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const row of rows) {
    const mapped = tryMap(row, map);
    if (mapped instanceof UnreadableRowError) {
      unreadable.push(quarantineRow(source, row, mapped.message, keyOf));
    } else if (mapped !== undefined) values.push(mapped);
  }
  return { values, unreadable };
}

/** {@link mapEach} for the rows of a history. */
export function mapRows(
  source: string,
  rows: readonly unknown[],
  map: (row: RawRow) => ExchangeTransaction | undefined,
  keyOf: (row: RawRow) => string | undefined,
): WindowReading {
  const { values, unreadable } = mapEach(source, rows, map, keyOf);
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
    throw error;
  }
}

/**
 * Returns a row that cannot be mapped as it is stored: raw, with the reason, under its key. A row without
 * a readable key is known by a hash of its text.
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

/** The identifier itself may be what cannot be read. */
function tryKeyOf(row: RawRow, keyOf: (row: RawRow) => string | undefined): string | undefined {
  try {
    return keyOf(row);
  } catch (error) {
    if (error instanceof UnreadableRowError) return undefined;
    throw error;
  }
}

/** True for an object that is no list. */
export function isRow(row: unknown): row is RawRow {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

/**
 * Returns the key of a row by its identifier; `undefined` if it has none.
 *
 * @throws {UnreadableRowError} for an identifier that cannot be read.
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
