import type { JsonValue } from '../json-text.ts';
import type { CommonCoin, CommonNetwork } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

/** OKX's names of the common networks. Source: OKX v5, "Get currencies". */
const CHAIN_NAMES: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'ERC20',
  arbitrum: 'Arbitrum One',
  tron: 'TRC20',
  ripple: 'Ripple',
  solana: 'Solana',
};

/** Returns a network of an asset as OKX writes it (`USDT-TRC20`); empty if there is none. */
export function writeChain(asset: string, network: string): string {
  const name = CHAIN_NAMES[network];
  return name === undefined ? '' : `${asset}-${name}`;
}

/** `GET /api/v5/asset/currencies`: a row for every network of a currency; fiat has a row without chain. */
export function listCurrencies(): JsonValue {
  return COMMON_COINS.flatMap((coin) =>
    coin.networks.length === 0
      ? [writeCurrency(coin, undefined)]
      : coin.networks.map((network) => writeCurrency(coin, network)),
  );
}

function writeCurrency({ coin, name }: CommonCoin, network: CommonNetwork | undefined): JsonValue {
  return {
    ccy: coin,
    name,
    chain: network === undefined ? '' : writeChain(coin, network.network),
    canDep: true,
    canInternal: true,
    canWd: network?.open ?? true,
    ctAddr: '',
    depQuotaFixed: '',
    fee: network?.fee ?? '0',
    mainNet: true,
    maxWd: network?.max ?? '',
    minDep: '0.0001',
    minDepArrivalConfirm: '12',
    minInternal: '0.0001',
    minWd: network?.min ?? '0',
    minWdUnlockConfirm: '20',
    needTag: network?.chain === 'ripple',
    wdQuota: '10000000',
    wdTickSz: '8',
    usedWdQuota: '0',
  };
}
