/** Maps balances and networks of Bitvavo. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';
import { describeChain, identifyChains } from '../networks/identify-chain.ts';

/** The name for withdrawals of fiat to a bank account, which use no network. */
const FIAT_NETWORK = 'SEPA';
/** The name of the asset's own chain. */
const OWN_CHAIN = 'Mainnet';

/**
 * Maps the available amounts (`balance`; there is one account, and `available` excludes `inOrder`) with the
 * networks of each asset (`assets`).
 */
export function mapBalances(
  balances: readonly unknown[],
  assets: readonly unknown[],
  toSymbol: ToSymbol,
): BalanceReading {
  const reading = joinBalances({
    balances,
    assetField: 'symbol',
    amountField: 'available',
    coins: assets,
    coinField: 'symbol',
    toSymbol,
    networksOf: listNetworkRows,
    networkField: 'network',
    mapNetwork,
  });
  // Bitvavo only documents the amount "available for use".
  return { ...reading, withdrawableUnverified: true };
}

/**
 * Returns a row for each network of an asset that can be withdrawn: `withdrawalStatus` is `OK`, `MAINTENANCE`
 * or `DELISTED`. The status and the minimum withdrawal apply to all networks of the asset. No maximum is
 * reported.
 */
function listNetworkRows(row: RawRow): RawRow[] {
  const ids: readonly unknown[] = Array.isArray(row['networks']) ? row['networks'] : [];
  if (readText(row, 'withdrawalStatus') !== 'OK') return [];
  return ids.filter((network) => network !== FIAT_NETWORK).map((network) => ({ network }));
}

function mapNetwork(network: RawRow, asset: string, row: RawRow): Network {
  const id = requireText(network, 'network');
  const chainId = id === OWN_CHAIN ? asset : id;
  const texts = { id: chainId };
  const [chain] = identifyChains(asset, [texts], new Set());
  const { code, addressRegex } = describeChain(asset, texts, chain);
  const name = id === OWN_CHAIN ? (chain?.name ?? id) : id;
  return {
    id,
    code,
    name,
    displayName: name,
    minWithdrawal: readText(row, 'withdrawalMinAmount'),
    maxWithdrawal: null,
    assetName: asset,
    addressRegex,
  };
}
