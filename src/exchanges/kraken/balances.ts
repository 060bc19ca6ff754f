/** Maps balances and withdrawal methods of Kraken. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import {
  addDecimals,
  type Decimal,
  isNegativeDecimal,
  isZeroDecimal,
  parseDecimal,
  subtractDecimals,
} from '../../domain/decimal.ts';
import type { BalanceReading, UnreadableRow } from '../exchange.ts';
import { markNetworks } from '../mapping/join-balances.ts';
import { keyByTexts, mapEach } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import {
  isRow,
  type RawRow,
  readDecimal,
  readText,
  requireDecimal,
  requireText,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import type { KrakenAssets } from './assets.ts';

const ZERO = parseDecimal('0');

/**
 * Maps `BalanceEx` to withdrawable amounts: the balance without the amounts that orders hold. `.F` balances
 * are added to their base asset. With Auto Earn, orders hold amounts of the plain balance while the money is
 * in the `.F` balance (btschwertfeger/infinity-grid, issue 80), so a negative part reduces the sum. Staked,
 * bonded and held balances do not count, but their asset is listed. An asset with a balance that cannot be
 * read is omitted, because its sum would be wrong.
 */
export function mapBalances(
  balances: RawRow,
  { networks, complete, incomplete, unreadable: methods }: WithdrawNetworks,
  assets: KrakenAssets,
): BalanceReading {
  const amounts = new Map<string, Decimal>();
  const readable = new Set<unknown>();
  // `WithdrawMethods` lists only currencies (docs.kraken.com, Get Withdrawal Methods: `aclass`).
  const unlisted = new Set(incomplete);
  const rows = Object.entries(balances).map(([id, row]) => ({ id, row }));
  const { unreadable } = mapEach(
    'balances',
    rows,
    ({ id, row }) => {
      const { symbol } = assets.read(String(id));
      const amount = assets.isSpendable(String(id)) ? readUsable(row) : ZERO;
      amounts.set(symbol, addAmount(amounts.get(symbol), amount));
      if (assets.isTokenized(String(id))) unlisted.add(symbol);
      readable.add(id);
    },
    ({ id }) => `balances:${String(id)}`,
  );
  for (const { id } of rows) {
    if (!readable.has(id)) amounts.delete(assets.read(id).symbol);
  }
  return {
    balances: [...amounts].map(([asset, amount]) => {
      const isClosed = assets.isClosed(asset);
      const balance = {
        asset,
        amount: isNegativeDecimal(amount) ? ZERO : amount,
        networks: isClosed ? [] : (networks.get(asset) ?? []),
      };
      const isListed = complete && !unlisted.has(asset);
      return markNetworks(balance, isListed || isClosed || assets.isFiat(asset));
    }),
    unreadable: [...unreadable, ...methods],
    // Kraken only documents the amount that is available for trading.
    withdrawableUnverified: true,
  };
}

function addAmount(sum: Decimal | undefined, amount: Decimal): Decimal {
  if (sum === undefined || isZeroDecimal(sum)) return amount;
  return isZeroDecimal(amount) ? sum : addDecimals(sum, amount);
}

/**
 * Returns the usable part of a balance, without credit, which is lent for trading and cannot be withdrawn.
 * It is negative if orders hold more than this balance.
 */
function readUsable(row: unknown): Decimal {
  if (!isRow(row)) throw new UnreadableRowError('the row has no balance');
  const balance = requireDecimal(row, 'balance');
  const held = readDecimal(row, 'hold_trade') ?? ZERO;
  return isZeroDecimal(held) ? balance : subtractDecimals(balance, held);
}

/** The networks of withdrawal methods, by asset. */
export interface WithdrawNetworks {
  /** False if the exchange does not report all networks to this key. */
  readonly complete: boolean;
  /** Assets with a withdrawal method that cannot be read. */
  readonly incomplete: ReadonlySet<string>;
  readonly networks: ReadonlyMap<string, readonly Network[]>;
  readonly unreadable: readonly UnreadableRow[];
}

/**
 * Maps `WithdrawMethods` to networks by asset. A method without a network is a bank rail. Kraken reports no
 * address patterns, so the pattern is the chain's, if the vocabulary contains the chain.
 */
export function mapWithdrawMethods(
  methods: readonly unknown[],
  assets: KrakenAssets,
): WithdrawNetworks {
  const networks = new Map<string, Network[]>();
  const incomplete = new Set<string>();
  const { unreadable } = mapEach(
    'networks',
    methods,
    (method) => {
      const asset = assets.read(requireText(method, 'asset')).symbol;
      try {
        const name = readText(method, 'network');
        if (name === null || assets.isFiat(asset)) return;
        const list = networks.get(asset) ?? [];
        networks.set(asset, list);
        list.push(mapMethod(method, asset, name));
      } catch (error) {
        incomplete.add(asset);
        throw error;
      }
    },
    () => undefined,
  );
  return { complete: true, incomplete, networks, unreadable };
}

/**
 * Returns the networks for a key that cannot list them: the networks of successful withdrawals in these rows
 * of `WithdrawStatus`, which have the same names. Their limits are unknown.
 */
export function mapUsedNetworks(rows: readonly RawRow[], assets: KrakenAssets): WithdrawNetworks {
  const keyOf = (row: RawRow): unknown =>
    keyByTexts('networks', row['asset'], row['network']) ?? row;
  const unique = new Map(rows.map((row) => [keyOf(row), row]));
  const used = mapWithdrawMethods([...unique.values()], assets);
  // A row that cannot be read is already quarantined as a transaction.
  return { ...used, complete: false, unreadable: [] };
}

function mapMethod(method: RawRow, asset: string, network: string): Network {
  // `method` names the coin (`Ether`, `Tether USD (TRC20)`), not the network.
  return mapOpenNetwork(asset, {
    id: network,
    minWithdrawal: readText(method, 'minimum'),
  });
}
