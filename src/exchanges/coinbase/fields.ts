/** Fields of Coinbase's rows. Pure. */
import { parseInstantCeiling } from '../../domain/instant.ts';
import { type RawRow, requireText, requireTimestampMs } from '../mapping/raw-row.ts';

/** Returns the time when a row was created, Unix ms. @throws {UnreadableRowError} */
export function readCreatedAt(row: RawRow): number {
  const text = requireText(row, 'created_at');
  return requireTimestampMs({ created_at: parseInstantCeiling(text) ?? text }, 'created_at');
}

/** Returns the object in a field; an empty one if the field is missing or something else. */
export function readObject(row: RawRow, field: string): RawRow {
  const value = row[field];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as RawRow) : {};
}
