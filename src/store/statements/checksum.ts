import { crc32 } from 'node:zlib';

/**
 * Returns the CRC-32 of the values of a row, which detects every change of up to 32 consecutive bits.
 *
 * @param before the checksum of the values before them.
 */
export function checksumOf(values: readonly (string | number | null)[], before = 0): number {
  return crc32(JSON.stringify(values), before);
}
