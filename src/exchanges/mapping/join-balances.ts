import type { AssetBalance, Network } from '../../domain/balance.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { BalanceReading } from '../exchange.ts';
import { isFiat } from '../networks/fiat.ts';
import { keyByTexts, type MappedRows, mapEach } from './map-rows.ts';
import { type RawRow, requireAmount, requireText } from './raw-row.ts';

/** The balance list and the coin list of an exchange, and the functions that read their rows. */
export interface BalanceLists {
  readonly balances: readonly unknown[];
  /** The fields of a balance row. */
  readonly assetField: string;
  readonly amountField: string;
  /** `undefined` if the exchange does not return them. */
  readonly coins: readonly unknown[] | undefined;
  /** The field of a coin row that has the asset's identifier. Default: `coin`. */
  readonly coinField?: string;
  readonly toSymbol: (assetId: string) => string;
  /**
   * Returns whether the exchange says that a coin is fiat; `null` if its row does not say it. Default: never, for lists
   * in which only assets on a chain have networks.
   */
  readonly isFiat?: (coin: RawRow) => boolean | null;
  /** Returns the rows of a coin's networks. Anything but a list means none. */
  readonly networksOf: (coin: RawRow) => unknown;
  /** The field of a network row that has the network's identifier. */
  readonly networkField: string;
  /** Returns a network that is open for withdrawal; `undefined` for any other row. */
  readonly mapNetwork: (network: RawRow, asset: string, coin: RawRow) => Network | undefined;
}

/**
 * Returns the amounts of the balance list with the networks of the coin list, by asset. If the coin or one of its
 * networks cannot be read, the networks of the asset are marked as unknown.
 */
export function joinBalances(lists: BalanceLists): BalanceReading {
  const { assetField, amountField, coinField = 'coin', toSymbol } = lists;
  const networks = new Map<string, Network[]>();
  const incomplete = new Set<string>();
  const coins = mapEach(
    'networks',
    lists.coins ?? [],
    (coin) => {
      const asset = toSymbol(requireText(coin, coinField));
      try {
        const { values, unreadable, isComplete } = mapCoin(lists, coin, asset);
        if (!isComplete) incomplete.add(asset);
        // Two of the exchange's coins may have one symbol.
        networks.set(asset, [...(networks.get(asset) ?? []), ...values]);
        return unreadable;
      } catch (error) {
        incomplete.add(asset);
        throw error;
      }
    },
    (coin) => keyByTexts('networks', coin[coinField]),
  );
  const amounts = mapEach(
    'balances',
    lists.balances,
    (row): [string, Decimal] => [
      toSymbol(requireText(row, assetField)),
      requireAmount(row, amountField),
    ],
    (row) => keyByTexts('balances', row[assetField]),
  );
  return {
    balances: amounts.values.map(([asset, amount]) =>
      markNetworks(
        { asset, amount, networks: networks.get(asset) ?? [] },
        lists.coins !== undefined && !incomplete.has(asset),
      ),
    ),
    unreadable: [...amounts.unreadable, ...coins.unreadable, ...coins.values.flat()],
  };
}

function mapCoin(
  { coinField = 'coin', networkField, ...lists }: BalanceLists,
  coin: RawRow,
  asset: string,
): MappedRows<Network> & { readonly isComplete: boolean } {
  const reported = lists.isFiat === undefined ? false : lists.isFiat(coin);
  const networks = lists.networksOf(coin);
  const { values, unreadable } = mapEach(
    'networks',
    Array.isArray(networks) ? networks : [],
    (network) => lists.mapNetwork(network, asset, coin),
    (network) => keyByTexts('networks', coin[coinField], network[networkField]),
  );
  return {
    values: isFiat(asset, reported, values) ? [] : values,
    unreadable,
    // Fiat has no networks, so none of them can be unknown.
    isComplete: reported === true || unreadable.length === 0,
  };
}

/** Returns the balance, marked if the exchange does not report all networks of its asset. */
export function markNetworks(balance: AssetBalance, known: boolean): AssetBalance {
  return known ? balance : { ...balance, networksUnknown: true };
}
