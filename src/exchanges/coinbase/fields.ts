/** Reads fields of Coinbase's rows. Pure functions. */
import type { RawRow } from '../mapping/raw-row.ts';

/** Returns the object in a field; an empty object if the field is missing or not an object. */
export function readObject(row: RawRow, field: string): RawRow {
  const value = row[field];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as RawRow) : {};
}
