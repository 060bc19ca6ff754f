import type { Random } from './random.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Address families of the simulated chains. */
export type Chain =
  | 'bitcoin'
  | 'ethereum'
  | 'tron'
  | 'solana'
  | 'ripple'
  | 'litecoin'
  | 'dogecoin'
  | 'cardano'
  | 'polkadot'
  | 'stellar'
  | 'tezos'
  | 'bank';

/** Chains whose addresses need a memo or destination tag. */
const TAGGED: ReadonlySet<Chain> = new Set(['ripple', 'stellar']);

const ADDRESSES: Readonly<Record<Chain, (random: Random) => string>> = {
  bitcoin: (random) => `bc1q${random.text(BECH32, 38)}`,
  ethereum: (random) => `0x${random.hex(40)}`,
  tron: (random) => `T${random.text(BASE58, 33)}`,
  solana: (random) => random.text(BASE58, 44),
  ripple: (random) => `r${random.text(BASE58, 33)}`,
  litecoin: (random) => `ltc1q${random.text(BECH32, 38)}`,
  dogecoin: (random) => `D${random.text(BASE58, 33)}`,
  cardano: (random) => `addr1q${random.text(BECH32, 97)}`,
  polkadot: (random) => `1${random.text(BASE58, 46)}`,
  stellar: (random) => `G${random.text(BASE32, 55)}`,
  tezos: (random) => `tz1${random.text(BASE58, 33)}`,
  bank: (random) => `XX00${random.digits(18)}`,
};

/**
 * Returns an invented address with the alphabet, prefix and length of its chain. Its checksum is random, so
 * it does not exist.
 */
export function inventAddress(chain: Chain, random: Random): string {
  return ADDRESSES[chain](random);
}

/** Returns an invented transaction hash in the form of its chain. */
export function inventTxid(chain: Chain, random: Random): string {
  if (chain === 'ethereum') return `0x${random.hex(64)}`;
  if (chain === 'solana') return random.text(BASE58, 88);
  if (chain === 'ripple') return random.hex(64).toUpperCase();
  if (chain === 'bank') return random.digits(12);
  return random.hex(64);
}

/** Returns a memo for chains that need one; `null` for the others. */
function inventTag(chain: Chain, random: Random): string | null {
  return TAGGED.has(chain) ? random.digits(9) : null;
}

/** An address with its memo. */
export interface TaggedAddress {
  readonly address: string;
  readonly tag: string | null;
}

const COUNTERPARTIES_MAX = 8;

/** The addresses of one account: its own address on each chain, and a few to which it sends. */
export class AddressBook {
  readonly #own = new Map<Chain, TaggedAddress>();
  readonly #counterparties = new Map<Chain, TaggedAddress[]>();

  /** Returns the account's own address on a chain. */
  own(chain: Chain, random: Random): TaggedAddress {
    const known = this.#own.get(chain) ?? inventTagged(chain, random);
    this.#own.set(chain, known);
    return known;
  }

  /** Returns an address to which the account sends: a known one, or a new one while there are few. */
  counterparty(chain: Chain, random: Random): TaggedAddress {
    const known = this.#counterparties.get(chain) ?? [];
    const index = random.integer(0, COUNTERPARTIES_MAX - 1);
    const chosen = known[index];
    if (chosen !== undefined) return chosen;
    const invented = inventTagged(chain, random);
    this.#counterparties.set(chain, [...known, invented]);
    return invented;
  }
}

function inventTagged(chain: Chain, random: Random): TaggedAddress {
  return { address: inventAddress(chain, random), tag: inventTag(chain, random) };
}
