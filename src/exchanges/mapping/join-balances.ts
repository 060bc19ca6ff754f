import type { AssetBalance, Network } from '../../domain/balance.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { BalanceReading } from '../exchange.ts';
import { type MappedRows, mapEach } from './map-rows.ts';
import { isFiatSymbol } from '../networks/fiat.ts';
import { type RawRow, requireAmount, requireText } from './raw-row.ts';

/** The two lists of an exchange that tells balances and coins apart, and how they are read. */
export interface BalanceLists {
  readonly balances: readonly unknown[];
  /** The fields of a balance row. */
  readonly assetField: string;
  readonly amountField: string;
  /** Rows with the asset's identifier in `coin`; `undefined` where the exchange does not tell them. */
  readonly coins: readonly unknown[] | undefined;
  readonly toSymbol: (assetId: string) => string;
  /** The networks of a coin that are open for withdrawal. */
  readonly mapNetworks: (coin: RawRow, asset: string) => MappedRows<Network>;
}

/** The amounts of the balance list with the networks of the coin list, by asset. */
export function joinBalances(lists: BalanceLists): BalanceReading {
  const { assetField, amountField, toSymbol } = lists;
  const networks = new Map<string, Network[]>();
  const coins = mapEach(
    'networks',
    lists.coins ?? [],
    (coin) => {
      const asset = toSymbol(requireText(coin, 'coin'));
      const mapped = lists.mapNetworks(coin, asset);
      // Two of the exchange's coins may have one symbol.
      const known = networks.get(asset) ?? [];
      networks.set(asset, isFiatSymbol(asset) ? [] : addNetworks(known, mapped.values));
      return mapped.unreadable;
    },
    (coin) => rowKey('networks', coin['coin']),
  );
  const amounts = mapEach(
    'balances',
    lists.balances,
    (row): [string, Decimal] => [
      toSymbol(requireText(row, assetField)),
      requireAmount(row, amountField),
    ],
    (row) => rowKey('balances', row[assetField]),
  );
  return {
    balances: amounts.values.map(([asset, amount]) =>
      markNetworks(
        { asset, amount, networks: networks.get(asset) ?? [] },
        lists.coins !== undefined,
      ),
    ),
    unreadable: [...amounts.unreadable, ...coins.unreadable, ...coins.values.flat()],
  };
}

function addNetworks(known: readonly Network[], added: readonly Network[]): Network[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...added.filter(({ id }) => !ids.has(id))];
}

/** A balance of which the exchange does not tell all networks, where they are not known. */
export function markNetworks(balance: AssetBalance, known: boolean): AssetBalance {
  return known ? balance : { ...balance, networksUnknown: true };
}

/** The key of a row by the texts that identify it; `undefined` where one of them is no text. */
export function rowKey(source: string, ...parts: readonly unknown[]): string | undefined {
  return parts.every((part) => typeof part === 'string') ? [source, ...parts].join(':') : undefined;
}
