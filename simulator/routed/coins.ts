import type { Chain } from '../addresses.ts';

/** A network on which a coin moves. */
export interface CommonNetwork {
  /** The common name of the network; each exchange has its own name for it. */
  readonly network: 'bitcoin' | 'ethereum' | 'arbitrum' | 'tron' | 'ripple' | 'solana';
  readonly chain: Chain;
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  readonly open: boolean;
}

/** A coin that the simulated exchanges hold. */
export interface CommonCoin {
  readonly coin: string;
  readonly name: string;
  readonly decimals: number;
  /** Empty for fiat. */
  readonly networks: readonly CommonNetwork[];
}

function on(
  network: CommonNetwork['network'],
  fee: string,
  min: string,
  max: string,
  open = true,
): CommonNetwork {
  const chain = network === 'arbitrum' ? 'ethereum' : network;
  return { network, chain, fee, min, max, open };
}

/**
 * The coins of every exchange that is described by a table of routes: several networks for one
 * coin, a closed one, a chain with memos, a token of 18 decimals, fiat.
 */
export const COMMON_COINS: readonly CommonCoin[] = [
  {
    coin: 'BTC',
    name: 'Bitcoin',
    decimals: 8,
    networks: [on('bitcoin', '0.0001', '0.0005', '500')],
  },
  {
    coin: 'ETH',
    name: 'Ethereum',
    decimals: 18,
    networks: [
      on('ethereum', '0.0012', '0.01', '8000'),
      on('arbitrum', '0.0001', '0.001', '2000', false),
    ],
  },
  {
    coin: 'USDT',
    name: 'Tether',
    decimals: 6,
    networks: [
      on('tron', '1.5', '2', '5000000'),
      on('ethereum', '3.2', '5', '5000000'),
      on('solana', '0.8', '1', ''),
    ],
  },
  { coin: 'XRP', name: 'XRP', decimals: 6, networks: [on('ripple', '0.2', '1', '900000')] },
  { coin: 'EUR', name: 'Euro', decimals: 2, networks: [] },
];
