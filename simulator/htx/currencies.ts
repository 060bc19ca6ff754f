import type { JsonValue } from '../json-text.ts';
import type { CommonNetwork } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

/** A chain as HTX lists it; a currency's own chain has no base chain. */
interface HtxChain {
  readonly chain: string;
  readonly displayName: string;
  readonly fullName: string;
  readonly baseChain?: string;
  readonly baseChainProtocol?: string;
}

const CHAINS: Readonly<Record<string, HtxChain>> = {
  'BTC bitcoin': { chain: 'btc', displayName: 'BTC', fullName: 'Bitcoin' },
  'ETH ethereum': { chain: 'eth', displayName: 'ETH', fullName: 'Ethereum' },
  'ETH arbitrum': {
    chain: 'arbieth',
    displayName: 'ARBITRUM',
    fullName: 'Arbitrum One',
    baseChain: 'ARB',
    baseChainProtocol: 'ARC20',
  },
  'USDT tron': {
    chain: 'trc20usdt',
    displayName: 'TRC20',
    fullName: 'Tron',
    baseChain: 'TRX',
    baseChainProtocol: 'TRC20',
  },
  'USDT ethereum': {
    chain: 'usdterc20',
    displayName: 'ERC20',
    fullName: 'Ethereum',
    baseChain: 'ETH',
    baseChainProtocol: 'ERC20',
  },
  'USDT solana': {
    chain: 'solusdt',
    displayName: 'SOLANA',
    fullName: '',
    baseChain: 'SOLANA',
    baseChainProtocol: 'SPL',
  },
  'XRP ripple': { chain: 'xrp', displayName: 'XRP', fullName: '' },
};

/** Returns HTX's identifier of a currency on a common network; empty if there is none. */
export function writeChainId(asset: string, network: string): string {
  return CHAINS[`${asset} ${network}`]?.chain ?? '';
}

/** `GET /v2/reference/currencies`. Source: HTX Spot API, "APIv2 - Currency & Chains". */
export function listCurrencies(): JsonValue {
  return COMMON_COINS.map(({ coin, networks }) => ({
    currency: coin.toLowerCase(),
    assetType: networks.length === 0 ? 2 : 1,
    chains: networks.map((network) => writeChain(coin, network)),
    instStatus: 'normal',
  }));
}

function writeChain(
  coin: string,
  { network, chain, fee, min, max, open }: CommonNetwork,
): JsonValue {
  return {
    ...CHAINS[`${coin} ${network}`],
    isDynamic: false,
    numOfConfirmations: 12,
    numOfFastConfirmations: 12,
    depositStatus: 'allowed',
    minDepositAmt: '0.0001',
    withdrawStatus: open ? 'allowed' : 'prohibited',
    minWithdrawAmt: min,
    withdrawPrecision: 8,
    maxWithdrawAmt: max,
    withdrawQuotaPerDay: max,
    withdrawQuotaPerYear: null,
    withdrawQuotaTotal: null,
    withdrawFeeType: 'fixed',
    transactFeeWithdraw: fee,
    addrWithTag: chain === 'ripple',
    addrDepositTag: chain === 'ripple',
  };
}
