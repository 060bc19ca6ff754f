/** Balances and networks of Bitvavo, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import type { ToNetworkCode } from '../join-balances.ts';
import { mapEach, type ToSymbol } from '../map-rows.ts';
import { addressPatternOf, networkCodeOf } from '../networks/chains.ts';
import { type RawRow, readText, requireAmount, requireText } from '../raw-row.ts';

/** How fiat is withdrawn: to a bank account, on no network. */
const FIAT_NETWORK = 'SEPA';
/** The asset's own chain. */
const OWN_CHAIN = 'Mainnet';

/**
 * What is available (`balance`: there is one account, and `inOrder` stands beside it) with the
 * networks of each asset (`assets`).
 */
export function mapBalances(
  balances: readonly unknown[],
  assets: readonly unknown[],
  toSymbol: ToSymbol,
  toNetworkCode: ToNetworkCode,
): BalanceReading {
  const networks = mapEach(
    'networks',
    assets,
    (row) => mapNetworks(row, toSymbol(requireText(row, 'symbol')), toNetworkCode),
    (row) => keyOf('networks', row),
  );
  const byAsset = Map.groupBy(networks.values.flat(), ({ assetName }) => assetName);
  const amounts = mapEach(
    'balances',
    balances,
    (row) => ({
      asset: toSymbol(requireText(row, 'symbol')),
      amount: requireAmount(row, 'available'),
    }),
    (row) => keyOf('balances', row),
  );
  return {
    balances: amounts.values.map((row) => ({ ...row, networks: byAsset.get(row.asset) ?? [] })),
    unreadable: [...amounts.unreadable, ...networks.unreadable],
  };
}

function keyOf(source: string, { symbol }: RawRow): string | undefined {
  return typeof symbol === 'string' && symbol !== '' ? `${source}:${symbol}` : undefined;
}

/**
 * `withdrawalStatus` is `OK`, `MAINTENANCE` or `DELISTED`. It and the smallest withdrawal are those
 * of the asset on all of its networks; no largest is told.
 */
function mapNetworks(row: RawRow, asset: string, toNetworkCode: ToNetworkCode): Network[] {
  const ids: readonly unknown[] = Array.isArray(row['networks']) ? row['networks'] : [];
  if (readText(row, 'withdrawalStatus') !== 'OK') return [];
  return ids
    .filter((id) => id !== FIAT_NETWORK)
    .map((network) => {
      const id = requireText({ network }, 'network');
      const chainId = id === OWN_CHAIN ? asset : id;
      const code = networkCodeOf(chainId, toNetworkCode(chainId, asset));
      return {
        id,
        code,
        name: chainId,
        displayName: chainId,
        minWithdrawal: readText(row, 'withdrawalMinAmount'),
        maxWithdrawal: null,
        assetName: asset,
        addressRegex: addressPatternOf(code),
      };
    });
}
