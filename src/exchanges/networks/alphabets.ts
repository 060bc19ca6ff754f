/** The building blocks of address patterns. */

/** Base58 without `0`, `O`, `I`, `l`: Bitcoin's order and Ripple's have the same characters. */
export const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
/** Bech32's data part (BIP-173); CashAddr and Kaspa have the same characters. */
export const BECH32 = '[02-9ac-hj-np-z]';
/** Bech32's data part in capital letters, as in QR codes. */
export const BECH32_CAPITALS = '[02-9AC-HJ-NP-Z]';
export const HEX = '[0-9A-Fa-f]';
/** Base32 of RFC 4648. */
export const BASE32 = '[A-Z2-7]';
/** Base32 of RFC 4648 in small letters. */
export const BASE32_SMALL = '[a-z2-7]';

/** 20 bytes in Bech32 with its checksum: 160 bits fill 32 characters, the checksum has 6. */
export const BECH32_20_BYTES = `${BECH32}{38}`;
/**
 * 32 bytes in Bech32 with its checksum. 256 bits leave four bits of the 52nd character unused.
 * BIP-173 requires them to be zero: it is `q` or `s`.
 */
export const BECH32_32_BYTES = `${BECH32}{51}[qs]${BECH32}{6}`;

/** Returns a pattern that matches a whole text that has one of these forms. */
export function wholePattern(...alternatives: readonly string[]): string {
  const [only] = alternatives;
  return alternatives.length === 1 ? `^${only}$` : `^(?:${alternatives.join('|')})$`;
}
