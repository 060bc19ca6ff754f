/**
 * Bitcoin, and chains with the same kinds of addresses. Base58Check begins with a version byte, which
 * determines the length and the range of the first characters.
 */
import {
  BASE58,
  BECH32,
  BECH32_20_BYTES,
  BECH32_32_BYTES,
  BECH32_CAPITALS,
  wholePattern,
} from './alphabets.ts';
import type { Chain } from './chain.ts';

/** Version 0. Each leading zero byte becomes a `1`, so the length varies. */
const BITCOIN_KEY = `1${BASE58}{25,33}`;
/** Version 5. */
const BITCOIN_SCRIPT = `3[1-9A-HJ-NP-R]${BASE58}{32}`;
/** Versions 0x1e and 0x32. */
const D_ADDRESS = `D[5-9A-HJ-NP-U]${BASE58}{32}`;
const M_ADDRESS = `M[7-9A-HJ-NP-X]${BASE58}{32}`;

/**
 * Returns patterns for witness version 0 (20 or 32 bytes) and version 1 (32 bytes), in small or capital
 * letters.
 */
function witnessAddresses(prefix: string): string[] {
  const capitals = `${BECH32_CAPITALS}{51}[QS]${BECH32_CAPITALS}{6}`;
  return [
    `${prefix}1q${BECH32_20_BYTES}`,
    `${prefix}1[qp]${BECH32_32_BYTES}`,
    `${prefix.toUpperCase()}1(?:Q${BECH32_CAPITALS}{38}|[QP]${capitals})`,
  ];
}

/**
 * Returns patterns for CashAddr: a version byte, a hash of 20 bytes (32 bytes only for scripts), and a
 * checksum of 8 characters. The first character is the type (key or script), the second the size of the hash.
 * The remaining bits are zero. Small and capital letters are both accepted, but not in one address.
 */
function cashAddresses(prefix: string, types: string, scriptTypes: string): string[] {
  const short = `[${types}][qpzr]${BECH32}{31}[qygvs5cu]${BECH32}{8}`;
  const long = `[${scriptTypes}][vdw0]${BECH32}{50}[qzyxg2vwsj5kc6u7]${BECH32}{8}`;
  const address = `(?:${prefix}:)?(?:${short}|${long})`;
  return [address, address.toUpperCase()];
}

/**
 * `lnbc`, an amount or none, `1`, and in Bech32 at least a timestamp (7), a signature (104) and the checksum
 * (6). Optional fields between them make it longer.
 */
const LIGHTNING_INVOICES = [
  `lnbc(?:[1-9][0-9]{0,19}[munp]?)?1${BECH32}{117,}`,
  `LNBC(?:[1-9][0-9]{0,19}[MUNP]?)?1${BECH32_CAPITALS}{117,}`,
];

/** Version 0 and two compressed public keys, which begin with the byte 2 or 3. */
const LITECOIN_MWEB = `ltcmweb1qq[gf2tvdw0]${BECH32}{103}[qygvs5cu]${BECH32}{6}`;

/** Unified addresses contain at least one shielded receiver: 43 bytes, a header of 2 and padding of 16. */
const ZCASH_ADDRESSES = [
  `t1[HJ-NP-Za-h]${BASE58}{32}`,
  `t3[J-NP-Za-h]${BASE58}{32}`,
  `zs1${BECH32}{68}[qzyxg2vwsj5kc6u7]${BECH32}{6}`,
  `tex1${BECH32_20_BYTES}`,
  `u1${BECH32}{104,}`,
];

/** Bitcoin, its descendants, and Lightning. */
export const BITCOIN_CHAINS: readonly Chain[] = [
  {
    code: 'BTC',
    name: 'Bitcoin',
    // Native and wrapped SegWit addresses are of one chain, although some exchanges list them as two
    // networks.
    aliases: ['XBT', 'SEGWITBTC', 'BTC (SegWit)', 'BTCNATIVESEGWIT', 'bech32'],
    addressRegex: wholePattern(BITCOIN_KEY, BITCOIN_SCRIPT, ...witnessAddresses('bc')),
    source: 'BIP-13, BIP-141, BIP-173, BIP-350; Bitcoin Core chainparams',
  },
  {
    code: 'LIGHTNING',
    name: 'Lightning Network',
    aliases: ['BTCLIGHTNING', 'btcln', 'LN', 'Bitcoin Lightning', 'LIGHTNING BTC'],
    addressRegex: wholePattern(...LIGHTNING_INVOICES),
    source: 'BOLT 11',
  },
  {
    code: 'LTC',
    name: 'Litecoin',
    aliases: [],
    // Without the old form of script addresses: it begins with 3, as Bitcoin's does.
    addressRegex: wholePattern(
      `L[K-NP-Za-i]${BASE58}{32}`,
      M_ADDRESS,
      ...witnessAddresses('ltc'),
      LITECOIN_MWEB,
    ),
    source: 'Litecoin Core chainparams, SLIP-173, LIP-0004',
  },
  {
    code: 'DOGE',
    name: 'Dogecoin',
    aliases: ['XDG'],
    addressRegex: wholePattern(D_ADDRESS, `(?:9[r-z]|A[1-9A-F])${BASE58}{32}`),
    source: 'Dogecoin Core chainparams (versions 0x1e, 0x16)',
  },
  {
    code: 'BCH',
    name: 'Bitcoin Cash',
    // BCHABC is not an alias: it was this chain's name in 2018, and is eCash's since 2020.
    aliases: ['BCHN'],
    addressRegex: wholePattern(
      ...cashAddresses('bitcoincash', 'qpzr', 'pr'),
      BITCOIN_KEY,
      BITCOIN_SCRIPT,
    ),
    source: 'CashAddr specification, CHIP-2022-02 CashTokens (z, r), CHIP-2022-05 P2SH32',
  },
  {
    code: 'BSV',
    name: 'Bitcoin SV',
    aliases: ['BCHSV'],
    // The Genesis upgrade ended script addresses.
    addressRegex: wholePattern(BITCOIN_KEY),
    source: 'Bitcoin SV Genesis upgrade specification',
  },
  {
    code: 'XEC',
    name: 'eCash',
    aliases: [],
    addressRegex: wholePattern(...cashAddresses('ecash', 'qp', 'p')),
    source: 'CashAddr specification; Bitcoin ABC chainparams',
  },
  {
    code: 'DASH',
    name: 'Dash',
    aliases: [],
    addressRegex: wholePattern(`X[a-km-z]${BASE58}{32}`, `7[S-Za-km-q]${BASE58}{32}`),
    source: 'Dash Core chainparams (versions 0x4c, 0x10)',
  },
  {
    code: 'ZEC',
    name: 'Zcash',
    aliases: [],
    addressRegex: wholePattern(...ZCASH_ADDRESSES),
    source: 'Zcash protocol specification 5.6, ZIP-316, ZIP-320',
  },
  {
    code: 'DGB',
    name: 'DigiByte',
    aliases: [],
    addressRegex: wholePattern(D_ADDRESS, `S[MNP-Za-k]${BASE58}{32}`, ...witnessAddresses('dgb')),
    source: 'DigiByte Core chainparams (versions 0x1e, 0x3f), SLIP-173',
  },
  {
    code: 'RVN',
    name: 'Ravencoin',
    aliases: [],
    addressRegex: wholePattern(`R[9A-HJ-NP-Y]${BASE58}{32}`, `r[6-9A-HJ-NP-V]${BASE58}{32}`),
    source: 'Ravencoin Core chainparams (versions 0x3c, 0x7a)',
  },
  {
    code: 'QTUM',
    name: 'Qtum',
    aliases: [],
    addressRegex: wholePattern(`Q[L-NP-Za-j]${BASE58}{32}`, M_ADDRESS, ...witnessAddresses('qc')),
    source: 'Qtum Core chainparams (versions 0x3a, 0x32), SLIP-173',
  },
  {
    code: 'DCR',
    name: 'Decred',
    aliases: [],
    addressRegex: wholePattern(`Ds[Q-Za-km-p]${BASE58}{32}`, `Dc[X-Za-km-v]${BASE58}{32}`),
    source: 'dcrd chaincfg (versions 0x073f, 0x071a)',
  },
];
