/**
 * Chains of the Cosmos SDK. An address is the chain's prefix, `1`, and in Bech32 the 20 bytes of an account,
 * or the 32 bytes of a contract or of an account that another chain controls.
 */
import { BECH32_20_BYTES, BECH32_32_BYTES, HEX, wholePattern } from './alphabets.ts';
import type { Chain } from './chain.ts';

function cosmos(prefix: string, code: string, name: string, ...aliases: readonly string[]): Chain {
  return {
    code,
    name,
    aliases,
    addressRegex: wholePattern(accountOf(prefix)),
    source: 'SLIP-173; Cosmos SDK, ADR 028',
  };
}

function accountOf(prefix: string): string {
  return `${prefix}1(?:${BECH32_20_BYTES}|${BECH32_32_BYTES})`;
}

/** The form of an address on chains that also run the programs of Ethereum. */
const ETHEREUM_FORM = `0x${HEX}{40}`;

/** The Cosmos family. */
export const COSMOS_CHAINS: readonly Chain[] = [
  cosmos('cosmos', 'ATOM', 'Cosmos Hub', 'Cosmos', 'GAIA'),
  cosmos('osmo', 'OSMO', 'Osmosis'),
  cosmos('inj', 'INJ', 'Injective'),
  cosmos('celestia', 'TIA', 'Celestia'),
  {
    code: 'SEI',
    name: 'Sei',
    aliases: ['Sei Network'],
    // Each account has both forms; Ethereum's form will replace the other one (SIP-3).
    addressRegex: wholePattern(accountOf('sei'), ETHEREUM_FORM),
    source: 'SLIP-173; docs.sei.io, SIP-03 exchange migration',
  },
  cosmos('terra', 'LUNC', 'Terra Classic'),
  // LUNA alone is not an alias: it was the classic chain's name until May 2022, and is this chain's since.
  cosmos('terra', 'LUNA2', 'Terra 2.0', 'Terra2'),
  cosmos('kava', 'KAVA', 'Kava'),
  cosmos('axelar', 'AXL', 'Axelar'),
  cosmos('akash', 'AKT', 'Akash'),
  cosmos('juno', 'JUNO', 'Juno'),
  cosmos('dydx', 'DYDX', 'dYdX Chain'),
  cosmos('noble', 'NOBLE', 'Noble'),
  cosmos('fetch', 'FET', 'Fetch.ai', 'FETCH', 'ASI Alliance'),
  cosmos('secret', 'SCRT', 'Secret Network', 'Secret'),
  cosmos('thor', 'RUNE', 'THORChain'),
  cosmos('kujira', 'KUJI', 'Kujira'),
  cosmos('stride', 'STRD', 'Stride'),
  cosmos('agoric', 'BLD', 'Agoric'),
  cosmos('band', 'BAND', 'Band Protocol', 'BandChain'),
  cosmos('cro', 'CRONOSPOS', 'Cronos POS', 'Crypto.org Chain'),
  cosmos('persistence', 'XPRT', 'Persistence'),
  cosmos('stars', 'STARS', 'Stargaze'),
  cosmos('neutron', 'NTRN', 'Neutron'),
  cosmos('dym', 'DYM', 'Dymension'),
  cosmos('mantra', 'MANTRA', 'MANTRA Chain'),
  {
    code: 'ZETA',
    name: 'ZetaChain',
    aliases: [],
    // Each account has both forms.
    addressRegex: wholePattern(accountOf('zeta'), ETHEREUM_FORM),
    source: 'SLIP-173; zetachain.com/docs/developers/evm/addresses',
  },
  cosmos('bbn', 'BABY', 'Babylon', 'Babylon Genesis'),
  cosmos('init', 'INIT', 'Initia'),
  cosmos('n', 'NYM', 'Nym'),
  cosmos('bnb', 'BNBBEACON', 'BNB Beacon Chain', 'BEP2', 'BNB Beacon Chain (BEP2)'),
];
