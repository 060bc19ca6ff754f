import type { JsonValue } from '../json-text.ts';
import type { CommonNetwork } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

/** Bybit's names of the common networks. Source: Bybit v5, "Get Coin Info". */
export const BYBIT_CHAINS: Readonly<
  Record<string, { readonly chain: string; readonly type: string }>
> = {
  bitcoin: { chain: 'BTC', type: 'Bitcoin' },
  ethereum: { chain: 'ETH', type: 'Ethereum' },
  arbitrum: { chain: 'ARBI', type: 'Arbitrum One' },
  tron: { chain: 'TRX', type: 'TRC20' },
  ripple: { chain: 'XRP', type: 'XRP' },
  solana: { chain: 'SOL', type: 'SOL' },
};

/** `GET /v5/asset/coin/query-info`: crypto coins with their chains; `-1` is no limit. */
export function listBybitCoins(): JsonValue {
  const crypto = COMMON_COINS.filter(({ networks }) => networks.length > 0);
  return {
    rows: crypto.map(({ coin, name, networks }) => ({
      name,
      coin,
      remainAmount: '1000000',
      chains: networks.map(writeChain),
    })),
  };
}

function writeChain({ network, fee, min, max, open }: CommonNetwork): JsonValue {
  return {
    chain: BYBIT_CHAINS[network]?.chain ?? network,
    chainType: BYBIT_CHAINS[network]?.type ?? network,
    confirmation: '12',
    withdrawFee: fee,
    depositMin: '0.0001',
    withdrawMin: min,
    withdrawMax: max === '' ? '-1' : max,
    minAccuracy: '8',
    chainDeposit: '1',
    chainWithdraw: open ? '1' : '0',
    withdrawPercentageFee: '0',
    contractAddress: '',
    safeConfirmNumber: '20',
  };
}
