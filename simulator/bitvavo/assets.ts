import type { JsonValue } from '../json-text.ts';
import type { CommonCoin } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

const NETWORKS: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  arbitrum: 'ARB',
  tron: 'TRX',
  ripple: 'XRP',
  solana: 'SOL',
};

/**
 * `GET /v2/assets`: an asset has one network, and fiat has SEPA. Source: Bitvavo v2, "Get asset
 * data".
 */
export function listAssets(): JsonValue {
  return COMMON_COINS.map(writeAsset);
}

function writeAsset({ coin, name, decimals, networks }: CommonCoin): JsonValue {
  const [network] = networks;
  return {
    symbol: coin,
    name,
    decimals,
    depositFee: '0',
    depositConfirmations: network === undefined ? 0 : 12,
    depositStatus: 'OK',
    withdrawalFee: network?.fee ?? '0',
    withdrawalMinAmount: network?.min ?? '0',
    withdrawalStatus: (network?.open ?? true) ? 'OK' : 'MAINTENANCE',
    networks: [network === undefined ? 'SEPA' : (NETWORKS[network.network] ?? '')],
    message: '',
  };
}
