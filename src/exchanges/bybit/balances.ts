/** Balances and networks of Bybit, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { type MappedRows, mapEach } from '../map-rows.ts';
import { addressPatternOf, networkCodeOf } from '../networks/chains.ts';
import { type RawRow, readText, requireAmount, requireText } from '../raw-row.ts';
import type { ToSymbol } from './rows.ts';

/** Gives ccxt's code of a network for the exchange's own identifier of it. */
export type ToNetworkCode = (networkId: string, asset: string) => string;

const NO_LIMIT = '-1';

/**
 * What can be transferred out of the funding account (`transferBalance`: withdrawals leave from
 * there) with the networks of each coin (`coin/query-info`, which lists no fiat).
 */
export function mapBalances(
  balances: readonly unknown[],
  coins: readonly unknown[],
  toSymbol: ToSymbol,
  toNetworkCode: ToNetworkCode,
): BalanceReading {
  const networks = new Map<string, readonly Network[]>();
  const mappedCoins = mapEach(
    'networks',
    coins,
    (coin) => {
      const asset = toSymbol(requireText(coin, 'coin'));
      const mapped = mapNetworks(coin, asset, toNetworkCode);
      networks.set(asset, mapped.values);
      return mapped.unreadable;
    },
    (coin) => keyOf('networks', coin['coin']),
  );
  const amounts = mapEach(
    'balances',
    balances,
    (row) => ({
      asset: toSymbol(requireText(row, 'coin')),
      amount: requireAmount(row, 'transferBalance'),
    }),
    (row) => keyOf('balances', row['coin']),
  );
  return {
    balances: amounts.values.map((row) => ({ ...row, networks: networks.get(row.asset) ?? [] })),
    unreadable: [...amounts.unreadable, ...mappedCoins.unreadable, ...mappedCoins.values.flat()],
  };
}

function keyOf(source: string, ...parts: readonly unknown[]): string | undefined {
  return parts.every((part) => typeof part === 'string') ? [source, ...parts].join(':') : undefined;
}

/** `chainWithdraw` is "1" where withdrawals are open, "0" where they are suspended. */
function mapNetworks(
  coin: RawRow,
  asset: string,
  toNetworkCode: ToNetworkCode,
): MappedRows<Network> {
  return mapEach(
    'networks',
    Array.isArray(coin['chains']) ? coin['chains'] : [],
    (chain) => {
      const open = readText(chain, 'chainWithdraw') === '1';
      return open ? mapNetwork(coin, chain, asset, toNetworkCode) : undefined;
    },
    (chain) => keyOf('networks', coin['coin'], chain['chain']),
  );
}

function mapNetwork(
  coin: RawRow,
  chain: RawRow,
  asset: string,
  toNetworkCode: ToNetworkCode,
): Network {
  const id = requireText(chain, 'chain');
  const name = readText(chain, 'chainType') ?? id;
  const code = networkCodeOf(id, toNetworkCode(id, asset));
  return {
    id,
    code,
    name,
    displayName: name,
    minWithdrawal: readText(chain, 'withdrawMin'),
    // The chain's; where it tells none, the coin's for one transaction.
    maxWithdrawal: readLimit(readText(chain, 'withdrawMax') ?? readText(coin, 'remainAmount')),
    assetName: asset,
    addressRegex: addressPatternOf(code),
  };
}

function readLimit(limit: string | null): string | null {
  return limit === NO_LIMIT ? null : limit;
}
