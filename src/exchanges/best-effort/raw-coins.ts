/** Reads the coins of an exchange from its own responses. Pure functions. */
import type { UnreadableRow } from '../exchange.ts';
import { type MappedRows, mapEach } from '../mapping/map-rows.ts';
import { isRow, type RawRow, readObject, readText } from '../mapping/raw-row.ts';
import { catchUnreadable } from './reader-forms.ts';
import type { CoinReader, RawNetwork } from './exchange-traits.ts';

/** A coin as its exchange reports it. */
export interface Coin {
  /** The exchange's identifiers of the coin: one for each row, and aliases. */
  readonly ids: readonly string[];
  /** Every network, open or not; `null` if the exchange reports none for this coin. */
  readonly networks: readonly RawNetwork[] | null;
  /** True for a fiat currency; `null` if the exchange does not report that. */
  readonly isFiat: boolean | null;
  /** True if a row or a network of the coin could not be read. */
  readonly isIncomplete?: true;
}

/** The coins by asset, and the rows that could not be read. */
export interface CoinList {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly unreadable: readonly UnreadableRow[];
}

/**
 * Reads the rows of a list of coins one by one.
 *
 * @param toAsset returns the symbol of a coin by the exchange's identifier.
 */
export function readCoins(
  reader: CoinReader,
  rows: readonly unknown[],
  toAsset: (coinId: string) => string,
): CoinList {
  const coins = new Map<string, Coin>();
  const add = (asset: string, coin: Coin): void => {
    coins.set(asset, joinCoins(coins.get(asset), coin));
  };
  const { values, unreadable } = mapEach(
    'networks',
    rows,
    (row) => {
      const id = catchUnreadable(() => reader.coin(row));
      const asset = toAsset(id);
      try {
        const networks = readNetworks(reader, row, id);
        const unreadable = networks?.unreadable ?? [];
        add(asset, {
          ids: [id, ...catchUnreadable(() => reader.aliases?.(row) ?? [])],
          networks: networks?.values ?? null,
          isFiat: catchUnreadable(() => reader.isFiat?.(row) ?? null),
          ...(unreadable.length > 0 && { isIncomplete: true }),
        });
        return unreadable;
      } catch (error) {
        add(asset, { ids: [id], networks: null, isFiat: null, isIncomplete: true });
        throw error;
      }
    },
    (row) => `networks:${catchUnreadable(() => reader.coin(row))}`,
  );
  return { coins, unreadable: [...unreadable, ...values.flat()] };
}

/** Reads the networks of a coin one by one; returns `null` if the exchange does not report them. */
function readNetworks(
  { networkRows = (row) => [row], network: read }: CoinReader,
  row: RawRow,
  coinId: string,
): MappedRows<RawNetwork> | null {
  if (read === undefined) return null;
  const rows = catchUnreadable(() => networkRows(row));
  if (rows === null) return null;
  return mapEach(
    'networks',
    rows,
    (network) => catchUnreadable(() => read(network, row)),
    (network) =>
      network === row ? `networks:${coinId}` : `networks:${coinId}:${rows.indexOf(network)}`,
  );
}

/** Returns a coin with the data of several rows; an exchange may list one row for each network. */
function joinCoins(known: Coin | undefined, coin: Coin): Coin {
  if (known === undefined) return coin;
  const isIncomplete = known.isIncomplete === true || coin.isIncomplete === true;
  return {
    ...(isIncomplete ? { isIncomplete } : {}),
    ids: [...known.ids, ...coin.ids],
    networks:
      known.networks === null ? coin.networks : [...known.networks, ...(coin.networks ?? [])],
    isFiat: known.isFiat === null ? coin.isFiat : known.isFiat || coin.isFiat === true,
  };
}

/** Names of fields with the name of the network. */
const NAME_FIELDS = ['networkName', 'network_name', 'fullName', 'full_name', 'name', 'chainName'];
const PATTERN_FIELDS = ['addressRegex', 'address_regex', 'AddressRegex'];

/** A currency of ccxt's unified form. */
export type UnifiedCurrency = RawRow;

/** Returns the coins of ccxt's currencies, for an exchange without its own reader. */
export function readUnifiedCoins(currencies: Readonly<Record<string, UnifiedCurrency>>): CoinList {
  const coins = new Map<string, Coin>();
  const { unreadable } = mapEach(
    'networks',
    Object.entries(currencies).map(([asset, currency]) => ({ asset, currency })),
    (row) => {
      const { asset, currency } = row as { asset: string; currency: RawRow };
      const networks = Object.entries(readObject(currency, 'networks'));
      coins.set(asset, {
        ids: [readText(currency, 'id') ?? asset],
        networks:
          networks.length === 0 ? null : networks.map((each) => toRawNetwork(each, currency)),
        isFiat: currency['type'] === 'fiat' ? true : null,
      });
      return undefined;
    },
    ({ asset }) => `networks:${String(asset)}`,
  );
  return { coins, unreadable };
}

/** Returns a network of ccxt's form. Its key is ccxt's guess of the chain, and is ignored. */
function toRawNetwork([key, value]: [string, unknown], currency: RawRow): RawNetwork {
  const network = isRow(value) ? value : {};
  const networks = Object.values(readObject(currency, 'networks'));
  // Limits of the currency apply to each network if no network has its own limits.
  const limited = networks.some((each) => isRow(each) && limitsOf(each) !== undefined);
  const limits = (limited ? limitsOf(network) : limitsOf(currency)) ?? {};
  return {
    id: readText(network, 'id') ?? key,
    name: readName(network, currency),
    isOpen: network['withdraw'] !== false && network['active'] !== false,
    minWithdrawal: readWritten(limits, 'min'),
    maxWithdrawal: readWritten(limits, 'max'),
    addressRegex: readPattern(readObject(network, 'info')),
  };
}

/** Returns the withdrawal limits; `undefined` if there are none. */
function limitsOf(part: RawRow): RawRow | undefined {
  const withdraw = readObject(readObject(part, 'limits'), 'withdraw');
  const reported = readWritten(withdraw, 'min') ?? readWritten(withdraw, 'max');
  return reported === null ? undefined : withdraw;
}

/** Returns a limit if it is a text of the exchange; `null` for a JavaScript number, which ccxt computed. */
function readWritten(limits: RawRow, field: 'min' | 'max'): string | null {
  return typeof limits[field] === 'string' ? readText(limits, field) : null;
}

/** Returns the name of a network; `null` if it is the coin's name. */
function readName(network: RawRow, currency: RawRow): string | null {
  const coinNames = new Set([currency['name'], currency['code'], currency['id']]);
  for (const row of [network, readObject(network, 'info')]) {
    for (const field of NAME_FIELDS) {
      const name = typeof row[field] === 'string' ? readText(row, field) : null;
      if (name !== null && !coinNames.has(name)) return name;
    }
  }
  return null;
}

function readPattern(info: RawRow): string | null {
  for (const field of PATTERN_FIELDS) {
    const pattern = info[field];
    if (typeof pattern === 'string' && pattern !== '') return pattern;
  }
  return null;
}
