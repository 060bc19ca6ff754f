import type { JsonValue } from '../json-text.ts';
import { JsonNumberText } from '../json-text.ts';
import type { CommonCoin, CommonNetwork } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

const NETWORKS: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  arbitrum: 'ARB',
  tron: 'TRON',
  ripple: 'XRP',
  solana: 'SOL',
};

/** Returns Crypto.com's name of a common network; `null` if there is none. */
export function writeNetworkId(network: string): string | null {
  return NETWORKS[network] ?? null;
}

/** `private/get-currency-networks`: does not contain fiat. Source: "private/get-currency-networks". */
export function mapCurrencies(nowMs: number): JsonValue {
  const coins = COMMON_COINS.filter(({ networks }) => networks.length > 0);
  return {
    update_time: nowMs,
    currency_map: Object.fromEntries(coins.map((coin) => [coin.coin, writeCurrency(coin)])),
  };
}

function writeCurrency({ name, networks }: CommonCoin): JsonValue {
  return {
    full_name: name,
    default_network: writeNetworkId(networks[0]?.network ?? ''),
    network_list: networks.map(writeNetwork),
  };
}

function writeNetwork({ network, fee, min, open }: CommonNetwork): JsonValue {
  return {
    network_id: writeNetworkId(network),
    withdrawal_fee: new JsonNumberText(fee),
    withdraw_enabled: open,
    min_withdrawal_amount: new JsonNumberText(min),
    deposit_enabled: true,
    confirmation_required: 12,
  };
}
