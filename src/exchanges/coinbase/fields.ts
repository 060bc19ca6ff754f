/** Reads fields of Coinbase's rows. Pure functions. */
import { parseInstantCeiling } from '../../domain/instant.ts';
import { type RawRow, requireText, requireTimestampMs } from '../mapping/raw-row.ts';

/**
 * Returns the time when a row was created, Unix ms.
 *
 * @throws {UnreadableRowError} if it is missing or invalid.
 */
export function readCreatedAt(row: RawRow): number {
  const text = requireText(row, 'created_at');
  return requireTimestampMs({ created_at: parseInstantCeiling(text) ?? text }, 'created_at');
}

/** Returns the object in a field; an empty object if the field is missing or not an object. */
export function readObject(row: RawRow, field: string): RawRow {
  const value = row[field];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as RawRow) : {};
}
