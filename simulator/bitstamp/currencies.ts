import type { JsonValue } from '../json-text.ts';
import type { CommonCoin } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

const NETWORKS: Readonly<Record<string, string>> = {
  bitcoin: 'bitcoin',
  ethereum: 'ethereum',
  arbitrum: 'arbitrum',
  tron: 'tron',
  ripple: 'xrpl',
  solana: 'solana',
};

/** `GET /api/v2/currencies/`. Source: Bitstamp v2, "Currencies". */
export function listCurrencies(): JsonValue {
  return COMMON_COINS.map(writeCurrency);
}

function writeCurrency({ coin, name, decimals, networks }: CommonCoin): JsonValue {
  return {
    name,
    currency: coin,
    type: networks.length === 0 ? 'fiat' : 'crypto',
    symbol: coin,
    decimals,
    logo: '',
    available_supply: '0',
    deposit: 'Enabled',
    withdrawal: 'Enabled',
    networks: networks.map(({ network, min, open }) => ({
      network: NETWORKS[network] ?? network,
      withdrawal_minimum_amount: min,
      withdrawal_decimals: decimals,
      deposit: 'Enabled',
      withdrawal: open ? 'Enabled' : 'Disabled',
    })),
  };
}
