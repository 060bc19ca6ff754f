import { hash } from 'node:crypto';

import type { ExchangeTransaction, UnreadableRow, WindowReading } from '../exchange.ts';
import { type RawRow, UnreadableRowError } from './raw-row.ts';

/** Gives an asset's symbol for the exchange's own identifier of it. */
export type ToSymbol = (assetId: string) => string;

const RAW_LENGTH_MAX = 65_536;

/** Rows mapped one by one: what came of those that could be, and the others as they came. */
export interface MappedRows<Value> {
  readonly values: Value[];
  readonly unreadable: UnreadableRow[];
}

/**
 * Maps rows one by one: a row that cannot be mapped is kept as it came and never loses the others.
 * A row mapped to `undefined` is left out.
 *
 * @param keyOf the key of a row where it can be told without mapping it, so that a row which is
 * mended later replaces its quarantined self.
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
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return new UnreadableRowError('the row is not an object');
  }
  try {
    return map(row as RawRow);
  } catch (error) {
    if (error instanceof UnreadableRowError) return error;
    throw error;
  }
}

/** A row that cannot be mapped, as it is kept: raw, with the reason, under its key where that is known. */
export function quarantineRow(
  source: string,
  row: unknown,
  reason: string,
  keyOf: (row: RawRow) => string | undefined,
): UnreadableRow {
  const raw = (JSON.stringify(row) ?? 'null').slice(0, RAW_LENGTH_MAX);
  const known = isObject(row) ? tryKeyOf(row, keyOf) : undefined;
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

function isObject(row: unknown): row is RawRow {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

/** The key of a row that may be broken: its identifier is taken as it is. */
export function keyById(kind: string, field: string, row: RawRow): string | undefined {
  const id = row[field];
  const told = typeof id === 'number' || (typeof id === 'string' && id !== '');
  return told ? `${kind}:${id}` : undefined;
}
