/** Chains with an address format of their own. */
import {
  BASE32,
  BASE32_SMALL,
  BASE58,
  BECH32,
  BECH32_20_BYTES,
  BECH32_32_BYTES,
  HEX,
  wholePattern,
} from './alphabets.ts';
import type { Chain } from './chain.ts';

/** Version 0x41. */
const TRON = `T[9A-HJ-NP-Z]${BASE58}{32}`;

/**
 * 32 bytes in Base58: 43 or 44 characters, and fewer only with leading zero bytes (each is a `1`). So short
 * addresses of other chains do not match.
 */
const SOLANA = [`[1-9A-J]${BASE58}{43}`, `${BASE58}{43}`, `1${BASE58}{41}`, `1111${BASE58}{28,39}`];

/**
 * Shelley, mainnet: payment with stake (57 bytes; types 0 to 3) and payment only (29 bytes;
 * types 6 and 7). The first character is the type, the second the network, and the remaining bits before
 * the checksum are zero. Pointer addresses are no longer accepted (Conway era).
 */
const CARDANO_SHELLEY = [
  `addr1[qzyx][y9x8]${BECH32}{89}[qs]${BECH32}{6}`,
  `addr1[vw][y9x8]${BECH32}{44}[qgsc]${BECH32}{6}`,
];
/**
 * Byron: CBOR in Base58, of Icarus and of Daedalus. The fixed header of CBOR makes the first characters
 * fixed.
 */
const CARDANO_BYRON = [`Ae2tdPwUPE[YZ]${BASE58}{48}`, `DdzFFzCqrh[st]${BASE58}{93}`];

/**
 * 36 bytes in Base64, with either pair of special characters: a tag (bounceable `E`, not `U`), the
 * workchain (basechain `Q`, masterchain `f`), whose bits reach into the third character.
 */
const TON_FRIENDLY = [
  '[EU]Q[A-D][A-Za-z0-9_\\-]{45}',
  '[EU]f[89_\\-][A-Za-z0-9_\\-]{45}',
  '[EU]Q[A-D][A-Za-z0-9+\\/]{45}',
  '[EU]f[89+\\/][A-Za-z0-9+\\/]{45}',
];
const TON_RAW = `(?:0|-1):${HEX}{64}`;

/** Blocks of 8 bytes in 11 characters; the first byte is main, subaddress or integrated. */
const MONERO = [`4[1-9AB]${BASE58}{93}`, `8[2-9A-C]${BASE58}{93}`, `4[B-HJ-M]${BASE58}{104}`];

/** Classic, and X-address with the tag in it (mainnet). */
const XRP = [`r${BASE58}{24,33}`, `X[7V]${BASE58}{45}`];

/** An Ed25519 account, alone or with an id of 8 bytes. */
const STELLAR = [`G[A-D]${BASE32}{54}`, `M[A-D]${BASE32}{66}[ACEGIKMOQSUWY246]`];

/** Account hash (secp256k1, actor), BLS key, id, and Ethereum's account as a delegated address. */
const FILECOIN = [
  `f[12]${BASE32_SMALL}{38}[aiqy]`,
  `f3${BASE32_SMALL}{83}[aq]`,
  'f0(?:0|[1-9][0-9]{0,19})',
  `f410f${BASE32_SMALL}{38}[aiqy]`,
];

/** Schnorr key or script (32 bytes) and ECDSA key (33); the second character is the type. */
const KASPA = [
  `kaspa:[qp][qpzr]${BECH32}{50}[qzyxg2vwsj5kc6u7]${BECH32}{8}`,
  `kaspa:q[y9x8]${BECH32}{52}[qgsc]${BECH32}{8}`,
];

const CROCKFORD = '[0-9A-HJKMNP-TV-Z]';
/** c32check of 24 bytes. Each leading zero byte becomes a `0`, so the length varies. */
const STACKS = `S[PM](?:[1-3]${CROCKFORD}{38}|${CROCKFORD}{26,38})`;

/**
 * Implicit accounts and Ethereum's accounts are also names. A name has at most 64 characters; a pattern in
 * linear time can only limit the number of letters and digits.
 */
const NEAR = '[0-9a-z](?:[._\\-]?[0-9a-z]){1,63}';

/** Chains with an address format of their own. */
export const OTHER_CHAINS: readonly Chain[] = [
  {
    code: 'TRX',
    name: 'Tron',
    aliases: ['TRC20', 'TRC10', 'Tron (TRC20)', 'TRX (TRC20)', 'TRC20 (Tron)'],
    addressRegex: wholePattern(TRON),
    source: 'TRON developer documentation, account address format (version 0x41)',
  },
  {
    code: 'SOL',
    name: 'Solana',
    aliases: ['SPL', 'Solana (SOL)'],
    addressRegex: wholePattern(...SOLANA),
    source: 'Solana documentation, accounts; CAIP-10 (solana)',
  },
  {
    code: 'XRP',
    name: 'XRP Ledger',
    aliases: ['Ripple', 'XRPL', 'Ripple (XRP)'],
    addressRegex: wholePattern(...XRP),
    source: 'XRPL documentation, base58 encodings; XLS-5d',
  },
  {
    code: 'XLM',
    name: 'Stellar',
    aliases: ['Stellar Network', 'Stellar Lumens', 'Stellar XLM', 'Stellar Token'],
    addressRegex: wholePattern(...STELLAR),
    source: 'SEP-23 (strkeys)',
  },
  {
    code: 'ADA',
    name: 'Cardano',
    aliases: [],
    addressRegex: wholePattern(...CARDANO_SHELLEY, ...CARDANO_BYRON),
    source: 'CIP-19, CIP-5',
  },
  {
    code: 'TON',
    name: 'The Open Network',
    aliases: ['The Open Network (TON)', 'ton2', 'TONCOIN', 'Toncoin (TON)', 'TON (Toncoin)'],
    addressRegex: wholePattern(...TON_FRIENDLY, TON_RAW),
    source: 'TEP-2',
  },
  {
    code: 'XMR',
    name: 'Monero',
    aliases: [],
    addressRegex: wholePattern(...MONERO),
    source: 'Monero documentation, standard address, subaddress, integrated address',
  },
  {
    code: 'ALGO',
    name: 'Algorand',
    aliases: [],
    addressRegex: wholePattern(`${BASE32}{57}[AEIMQUY4]`),
    source: 'Algorand developer documentation, accounts',
  },
  {
    code: 'NEAR',
    name: 'NEAR Protocol',
    aliases: [],
    addressRegex: wholePattern(NEAR),
    source: 'NEP, nomicon: account ids',
  },
  {
    code: 'APT',
    name: 'Aptos',
    aliases: ['Aptos Network', 'Aptos (APT)', 'APT (APT)'],
    addressRegex: wholePattern(`0x${HEX}{64}`),
    source: 'AIP-40',
  },
  {
    code: 'SUI',
    name: 'Sui',
    aliases: ['SUINEW', 'Sui Network'],
    addressRegex: wholePattern(`0x${HEX}{64}`),
    source: 'Sui documentation, addresses',
  },
  {
    code: 'MOVEMENT',
    name: 'Movement',
    aliases: ['Movement Network'],
    addressRegex: wholePattern(`0x${HEX}{64}`),
    source: 'Movement documentation; AIP-40',
  },
  {
    code: 'STARKNET',
    name: 'Starknet',
    aliases: ['STRK', 'Starknet (STARK)'],
    // A number below 2^251; leading zeros are often omitted.
    addressRegex: wholePattern(`0x0?[0-7]${HEX}{62}`, `0x${HEX}{60,62}`),
    source: 'Starknet documentation, contract address',
  },
  {
    code: 'HBAR',
    name: 'Hedera',
    aliases: ['Hedera Hashgraph'],
    addressRegex: wholePattern('0\\.0\\.[1-9][0-9]{0,18}(?:-[a-z]{5})?'),
    source: 'Hedera documentation, account id; HIP-15 (checksum)',
  },
  {
    code: 'EOS',
    name: 'EOS',
    aliases: ['Vaulta'],
    addressRegex: wholePattern('[a-z1-5](?:[a-z1-5.]{0,10}[a-z1-5])?'),
    source: 'Antelope documentation, account names',
  },
  {
    code: 'XTZ',
    name: 'Tezos',
    aliases: [],
    addressRegex: wholePattern(
      `tz1[K-NP-Za-i]${BASE58}{32}`,
      `tz2[89A-HJ-NP-X]${BASE58}{32}`,
      `tz3[L-NP-Za-j]${BASE58}{32}`,
      `tz4[9A-HJ-NP-Y]${BASE58}{32}`,
      `KT1[89A-HJ-NP-X]${BASE58}{32}`,
    ),
    source: 'Tezos (octez) base58 prefixes; TZIP-26',
  },
  {
    code: 'FIL',
    name: 'Filecoin',
    aliases: [],
    addressRegex: wholePattern(...FILECOIN),
    source: 'Filecoin specification, addresses; FIP-0048',
  },
  {
    code: 'ICP',
    name: 'Internet Computer',
    aliases: ['Internet Computer Protocol', 'DFINITY'],
    // Account identifier, and the principal of a key (ICRC-1).
    addressRegex: wholePattern(
      `${HEX}{64}`,
      `${BASE32_SMALL}{5}(?:-${BASE32_SMALL}{5}){9}-${BASE32_SMALL}[aq]e`,
    ),
    source: 'ICP ledger specification; Internet Computer interface specification, principals',
  },
  {
    code: 'STX',
    name: 'Stacks',
    aliases: ['l-Stacks'],
    addressRegex: wholePattern(STACKS),
    source: 'SIP-005',
  },
  {
    code: 'KAS',
    name: 'Kaspa',
    aliases: [],
    addressRegex: wholePattern(...KASPA),
    source: 'Kaspa address crate (rusty-kaspa)',
  },
  {
    code: 'EGLD',
    name: 'MultiversX',
    aliases: ['Elrond', 'Elrond eGold'],
    addressRegex: wholePattern(`erd1${BECH32_32_BYTES}`),
    source: 'MultiversX documentation, accounts; SLIP-173',
  },
  {
    code: 'ZIL',
    name: 'Zilliqa',
    aliases: [],
    addressRegex: wholePattern(`zil1${BECH32_20_BYTES}`),
    source: 'ZIP-1 of Zilliqa; SLIP-173',
  },
  {
    code: 'AVAXX',
    name: 'Avalanche X-Chain',
    aliases: ['AVAX X-Chain', 'XAVAX'],
    addressRegex: wholePattern(`X-avax1${BECH32_20_BYTES}`),
    source: 'Avalanche documentation, cryptographic primitives: addresses',
  },
  {
    code: 'WAVES',
    name: 'Waves',
    aliases: [],
    addressRegex: wholePattern(`3P[1-9A-HJ-NP-R]${BASE58}{32}`),
    source: 'Waves documentation, address binary format',
  },
  {
    code: 'NANO',
    name: 'Nano',
    aliases: ['XNO'],
    addressRegex: wholePattern('(?:nano|xrb)_[13][13-9a-km-uw-z]{59}'),
    source: 'Nano documentation, account encoding',
  },
  {
    code: 'MINA',
    name: 'Mina',
    aliases: ['Mina Protocol'],
    addressRegex: wholePattern(`B62q[i-km-s]${BASE58}{50}`),
    source: 'Mina documentation, public keys',
  },
  {
    code: 'NEO2',
    name: 'Neo Legacy',
    aliases: [],
    addressRegex: wholePattern(`A[F-HJ-NP-Za-f]${BASE58}{32}`),
    source: 'Neo documentation, wallets (version 0x17)',
  },
  {
    code: 'NEO3',
    name: 'Neo N3',
    aliases: ['N3'],
    addressRegex: wholePattern(`N[K-NP-Za-j]${BASE58}{32}`),
    source: 'Neo documentation, wallets (version 0x35)',
  },
  {
    code: 'ONT',
    name: 'Ontology',
    aliases: [],
    addressRegex: wholePattern(`A[F-HJ-NP-Za-f]${BASE58}{32}`),
    source: 'Ontology documentation, addresses (version 0x17)',
  },
  {
    code: 'FLOW',
    name: 'Flow',
    aliases: [],
    addressRegex: wholePattern(`0x${HEX}{16}`),
    source: 'Flow documentation, accounts',
  },
  {
    code: 'ICX',
    name: 'ICON',
    aliases: [],
    addressRegex: wholePattern('(?:hx|cx)[0-9a-f]{40}'),
    source: 'ICON documentation, addresses',
  },
  {
    code: 'SC',
    name: 'Sia',
    aliases: ['Siacoin'],
    addressRegex: wholePattern(`${HEX}{76}`),
    source: 'Sia documentation, unlock hash',
  },
  {
    code: 'AR',
    name: 'Arweave',
    aliases: [],
    addressRegex: wholePattern('[A-Za-z0-9_\\-]{42}[AEIMQUYcgkosw048]'),
    source: 'Arweave HTTP API documentation, wallet addresses',
  },
  {
    code: 'ROSE',
    name: 'Oasis',
    aliases: ['Oasis Network'],
    addressRegex: wholePattern(`oasis1${BECH32}{33}[qygvs5cu]${BECH32}{6}`),
    source: 'Oasis documentation, staking account addresses; SLIP-173',
  },
  {
    code: 'CANTON',
    name: 'Canton Network',
    aliases: ['CC'],
    addressRegex: null,
    source: 'Canton documentation, party ids: no fixed form of the hint',
  },
];
