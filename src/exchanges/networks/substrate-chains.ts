/**
 * Substrate chains. SS58 is Base58 of the network's prefix, the 32 bytes of an account and a checksum of two
 * bytes. The prefix determines the range of the first characters.
 */
import { BASE58, wholePattern } from './alphabets.ts';
import type { Chain } from './chain.ts';

/** Prefix 0 is a `1`; leading zero bytes of the account make the address shorter. */
const POLKADOT = wholePattern(`1${BASE58}{45,47}`);
/** Prefix 2. */
const KUSAMA = wholePattern(`[C-HJ]${BASE58}{46}`);

function substrate(
  code: string,
  name: string,
  addressRegex: string,
  ...aliases: readonly string[]
): Chain {
  return { code, name, aliases, addressRegex, source: 'SS58 (Polkadot SDK) and its registry' };
}

/** Polkadot, Kusama, and other Substrate chains. */
export const SUBSTRATE_CHAINS: readonly Chain[] = [
  substrate('DOT', 'Polkadot', POLKADOT),
  substrate(
    'DOTASSETHUB',
    'Polkadot Asset Hub',
    POLKADOT,
    'STATEMINT',
    'Asset Hub Polkadot',
    'DOTSM',
    'Asset Hub',
  ),
  substrate('KSM', 'Kusama', KUSAMA),
  substrate('KSMASSETHUB', 'Kusama Asset Hub', KUSAMA, 'STATEMINE', 'KSMSM', 'Asset Hub Kusama'),
  // Prefix 42, which all chains without a prefix of their own share.
  substrate('TAO', 'Bittensor', wholePattern(`5[C-H]${BASE58}{46}`)),
  // Prefix 10: addresses have 47 or 48 characters.
  substrate(
    'ACA',
    'Acala',
    wholePattern(`z[s-z]${BASE58}{45}`, `2[1-6]${BASE58}{46}`),
    'AcalaToken',
  ),
  // Prefix 5.
  substrate('ASTR', 'Astar', wholePattern(`[V-Zab]${BASE58}{46}`), 'Astar Network'),
  // Prefix 8.
  substrate('KAR', 'Karura', wholePattern(`[o-u]${BASE58}{46}`)),
];
