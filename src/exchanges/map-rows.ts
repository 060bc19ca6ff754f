import { hash } from 'node:crypto';

import type { ExchangeTransaction, UnreadableRow, WindowReading } from './exchange.ts';
import { type RawRow, UnreadableRowError } from './raw-row.ts';

/**
 * Maps rows one by one: a row that cannot be mapped is kept as it came and never loses its page.
 *
 * @param keyOf the key of a row where it can be told without mapping it, so that a row which is
 * mended later replaces its quarantined self.
 */
export function mapRows(
  source: string,
  rows: readonly unknown[],
  map: (row: RawRow) => ExchangeTransaction | undefined,
  keyOf: (row: RawRow) => string | undefined,
): WindowReading {
  const transactions: ExchangeTransaction[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const row of rows) {
    const mapped = tryMap(row, map);
    if (mapped instanceof UnreadableRowError) {
      unreadable.push(quarantineRow(source, row, mapped.message, keyOf));
    } else if (mapped !== undefined) transactions.push(mapped);
  }
  return { transactions, unreadable };
}

function tryMap(
  row: unknown,
  map: (row: RawRow) => ExchangeTransaction | undefined,
): ExchangeTransaction | UnreadableRowError | undefined {
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

function quarantineRow(
  source: string,
  row: unknown,
  reason: string,
  keyOf: (row: RawRow) => string | undefined,
): UnreadableRow {
  const raw = JSON.stringify(row) ?? 'null';
  const known = typeof row === 'object' && row !== null ? keyOf(row as RawRow) : undefined;
  return { key: known ?? `${source}:${hash('sha256', raw)}`, raw, reason };
}
