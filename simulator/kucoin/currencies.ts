import type { JsonValue } from '../json-text.ts';
import type { CommonNetwork } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

/** KuCoin's identifiers and names of the common networks. Source: KuCoin, "Get All Currencies". */
const CHAINS: Readonly<Record<string, readonly [chainId: string, chainName: string]>> = {
  bitcoin: ['btc', 'BTC'],
  ethereum: ['eth', 'ERC20'],
  arbitrum: ['arbitrum', 'ARBITRUM'],
  tron: ['trx', 'TRC20'],
  ripple: ['xrp', 'XRP'],
  solana: ['sol', 'SOL'],
};

/** Returns KuCoin's identifier of a common network; empty if there is none. */
export function writeChainId(network: string): string {
  return CHAINS[network]?.[0] ?? '';
}

/** `GET /api/v3/currencies`: every currency with its chains; fiat has none. */
export function listCurrencies(): JsonValue {
  return COMMON_COINS.map(({ coin, name, decimals, networks }) => ({
    currency: coin,
    name: coin,
    fullName: name,
    precision: decimals,
    confirms: null,
    contractAddress: null,
    isMarginEnabled: false,
    isDebitEnabled: false,
    chains: networks.length === 0 ? null : networks.map((network) => writeChain(network)),
  }));
}

function writeChain({ network, chain, fee, min, max, open }: CommonNetwork): JsonValue {
  const [chainId, chainName] = CHAINS[network] ?? [network, network];
  return {
    chainName,
    chainId,
    withdrawalMinSize: min,
    depositMinSize: null,
    withdrawFeeRate: '0',
    withdrawalMinFee: fee,
    isWithdrawEnabled: open,
    isDepositEnabled: true,
    confirms: 12,
    preConfirms: 12,
    contractAddress: '',
    withdrawPrecision: 8,
    maxWithdraw: max === '' ? null : max,
    maxDeposit: null,
    needTag: chain === 'ripple',
  };
}
