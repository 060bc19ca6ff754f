/**
 * Chains of Substrate: SS58 is Base58 of the network's prefix, the 32 bytes of an account and two
 * of checksum; the range of the first characters follows from the prefix.
 */
import { BASE58, wholePattern } from './alphabets.ts';
import type { Chain } from './chain.ts';

/** Prefix 0 is a `1`; leading zero bytes of the account shorten what follows. */
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

/** Polkadot, Kusama, and others of their making. */
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
  // Prefix 42, that of every chain without one of its own.
  substrate('TAO', 'Bittensor', wholePattern(`5[C-H]${BASE58}{46}`)),
  // Prefix 10, where the length changes from 47 to 48.
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
