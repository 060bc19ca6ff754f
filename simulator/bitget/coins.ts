import type { JsonValue } from '../json-text.ts';
import type { CommonNetwork } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

const CHAINS: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ERC20',
  arbitrum: 'ArbitrumOne',
  tron: 'TRC20',
  ripple: 'XRP',
  solana: 'SOL',
};

/** Returns Bitget's name of a common network; empty if there is none. The name is `ETH` only for ether. */
export function writeChain(asset: string, network: string): string {
  if (asset === 'ETH' && network === 'ethereum') return 'ETH';
  return CHAINS[network] ?? '';
}

/** `GET /api/v2/spot/public/coins`: fiat has no chains. Source: Bitget v2, "Get Coin Info". */
export function listCoins(): JsonValue {
  return COMMON_COINS.map(({ coin, networks }, index) => ({
    coinId: String(index + 1),
    coin,
    transfer: networks.length === 0 ? 'false' : 'true',
    chains: networks.map((network) => writeNetwork(coin, network)),
    areaCoin: 'no',
  }));
}

function writeNetwork(coin: string, { network, chain, fee, min, open }: CommonNetwork): JsonValue {
  return {
    chain: writeChain(coin, network),
    needTag: String(chain === 'ripple'),
    withdrawable: String(open),
    rechargeable: 'true',
    withdrawFee: fee,
    extraWithdrawFee: '0',
    depositConfirm: '12',
    withdrawConfirm: '20',
    minDepositAmount: '0.0001',
    minWithdrawAmount: min,
    browserUrl: '',
    contractAddress: null,
    withdrawStep: '0',
    withdrawMinScale: '8',
    congestion: 'normal',
  };
}
