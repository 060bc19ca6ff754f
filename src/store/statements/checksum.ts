import { crc32 } from 'node:zlib';

/** Separates values; a text cannot imitate it, because each value is preceded by its length. */
const SEPARATOR = '\n';

/**
 * Returns the CRC-32 of the values of a row, which detects every change of up to 32 consecutive bits.
 *
 * @param before the checksum of the values before them.
 */
export function checksumOf(values: readonly (string | number | null)[], before = 0): number {
  let text = '';
  for (const value of values) {
    text += value === null ? `-${SEPARATOR}` : `${String(value).length} ${value}${SEPARATOR}`;
  }
  return crc32(text, before);
}
