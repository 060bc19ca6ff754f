/** Balances and networks of OKX, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { isFiatSymbol } from '../networks/fiat.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';
import { type RawRow, readText, requireAmount, requireText } from '../mapping/raw-row.ts';

/**
 * The funding account's available amounts (`asset/balances`: withdrawals leave from there;
 * `availBal` is without what is frozen, and with deposits that are credited alone) with the networks of each currency (`asset/currencies`, a row for every network of every currency).
 */
export function mapBalances(
  balances: readonly unknown[],
  currencies: readonly unknown[],
  toSymbol: ToSymbol,
): BalanceReading {
  const networks = mapEach(
    'networks',
    currencies,
    (row) => mapNetwork(row, toSymbol(requireText(row, 'ccy'))),
    (row) => keyOf('networks', row['chain']),
  );
  const byAsset = Map.groupBy(networks.values, ({ assetName }) => assetName);
  const amounts = mapEach(
    'balances',
    balances,
    (row) => ({
      asset: toSymbol(requireText(row, 'ccy')),
      amount: requireAmount(row, 'availBal'),
    }),
    (row) => keyOf('balances', row['ccy']),
  );
  return {
    balances: amounts.values.map((row) => ({ ...row, networks: byAsset.get(row.asset) ?? [] })),
    unreadable: [...amounts.unreadable, ...networks.unreadable],
  };
}

function keyOf(source: string, part: unknown): string | undefined {
  return typeof part === 'string' && part !== '' ? `${source}:${part}` : undefined;
}

/**
 * A network that is open for withdrawal; fiat has none, its `chain` is empty. `chain` is the
 * currency and the network (`USDT-TRC20`, `USDT-Arbitrum One`).
 */
function mapNetwork(row: RawRow, asset: string): Network | undefined {
  const id = readText(row, 'chain');
  if (id === null || row['canWd'] !== true || isFiatSymbol(asset)) return undefined;
  const name = id.slice(id.indexOf('-') + 1);
  const contract = readText(row, 'ctAddr');
  const texts = { id: name, name: null, hints: [], contract };
  const { code, addressRegex } = identifyNetwork(asset, texts);
  return {
    id,
    code,
    name,
    displayName: name,
    minWithdrawal: readText(row, 'minWd'),
    maxWithdrawal: readText(row, 'maxWd'),
    assetName: asset,
    addressRegex,
  };
}
