import { crc32 } from 'node:zlib';

/** Returns the CRC-32 of values, which detects every change of up to 32 consecutive bits. */
export function checksumOf(values: readonly (string | number | null)[]): number {
  return crc32(JSON.stringify(values));
}
