import type { JsonValue } from '../json-text.ts';
import type { CommonNetwork } from '../routed/coins.ts';
import { COMMON_COINS } from '../routed/coins.ts';

/** Gate's names of the common networks. Source: Gate API v4, "List all currencies' details". */
export const GATE_CHAINS: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  arbitrum: 'ARBEVM',
  tron: 'TRX',
  ripple: 'XRP',
  solana: 'SOL',
};

/** `GET /api/v4/spot/currencies`: every currency with its chains. */
export function listCurrencies(): JsonValue {
  return COMMON_COINS.map(({ coin, name, networks }) => ({
    currency: coin,
    name,
    delisted: false,
    withdraw_disabled: false,
    withdraw_delayed: false,
    deposit_disabled: false,
    trade_disabled: false,
    chain: GATE_CHAINS[networks[0]?.network ?? ''] ?? '',
    chains: networks.map(writeChain),
  }));
}

function writeChain({ network, open }: CommonNetwork): JsonValue {
  return {
    name: GATE_CHAINS[network] ?? network,
    addr: '',
    withdraw_disabled: !open,
    withdraw_delayed: false,
    deposit_disabled: false,
  };
}

/**
 * `GET /api/v4/wallet/withdraw_status`: limits of every currency, the same on all of its chains.
 */
export function listWithdrawStatus(): JsonValue {
  return COMMON_COINS.filter(({ networks }) => networks.length > 0).map(
    ({ coin, name, networks }) => ({
      currency: coin,
      name,
      name_cn: name,
      deposit: '0',
      withdraw_percent: '0%',
      withdraw_fix: networks[0]?.fee ?? '0',
      withdraw_day_limit: '20000000',
      withdraw_day_limit_remain: '20000000',
      withdraw_amount_mini: networks[0]?.min ?? '0',
      withdraw_eachtime_limit: networks[0]?.max ?? '0',
    }),
  );
}
