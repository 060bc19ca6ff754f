/** Balances and withdrawal methods of Kraken, mapped. Pure. */
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
import { mapEach } from '../mapping/map-rows.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';
import {
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
 * `BalanceEx` as withdrawable amounts: balance without what orders hold. `.F` balances are used
 * through their base asset and count as it; staked, bonded and held ones do not count, but their
 * asset appears. An asset of which one balance cannot be read is left out, rather than told with too
 * small a sum.
 */
export function mapKrakenBalances(
  balances: RawRow,
  { networks, complete, unreadable: methods }: WithdrawNetworks,
  assets: KrakenAssets,
): BalanceReading {
  const amounts = new Map<string, Decimal>();
  const readable = new Set<unknown>();
  const rows = Object.entries(balances).map(([id, row]) => ({ id, row }));
  const { unreadable } = mapEach(
    'balances',
    rows,
    ({ id, row }) => {
      const { symbol } = assets.read(String(id));
      const amount = assets.isSpendable(String(id)) ? readUsable(row as RawRow) : ZERO;
      amounts.set(symbol, addAmount(amounts.get(symbol), amount));
      readable.add(id);
    },
    ({ id }) => `balances:${String(id)}`,
  );
  for (const { id } of rows) {
    if (!readable.has(id)) amounts.delete(assets.read(id).symbol);
  }
  return {
    balances: [...amounts].map(([asset, amount]) =>
      markNetworks(
        { asset, amount, networks: networks.get(asset) ?? [] },
        complete || assets.isFiat(asset),
      ),
    ),
    unreadable: [...unreadable, ...methods],
    // Kraken documents what is available for trading.
    withdrawableUnverified: true,
  };
}

function addAmount(sum: Decimal | undefined, amount: Decimal): Decimal {
  if (sum === undefined || isZeroDecimal(sum)) return amount;
  return isZeroDecimal(amount) ? sum : addDecimals(sum, amount);
}

/** Credit is lent for trading and cannot be withdrawn, so it is left out. */
function readUsable(row: RawRow): Decimal {
  if (typeof row !== 'object' || row === null) throw new UnreadableRowError('no balance is told');
  const balance = requireDecimal(row, 'balance');
  const held = readDecimal(row, 'hold_trade') ?? ZERO;
  const free = isZeroDecimal(held) ? balance : subtractDecimals(balance, held);
  return isNegativeDecimal(free) ? ZERO : free;
}

/** The networks of withdrawal methods, by asset. */
export interface WithdrawNetworks {
  /** False where the exchange does not tell this key all of them. */
  readonly complete: boolean;
  readonly networks: ReadonlyMap<string, readonly Network[]>;
  readonly unreadable: readonly UnreadableRow[];
}

/**
 * `WithdrawMethods` as networks by asset. A method without a network is a bank rail. Kraken tells
 * no address pattern: if the vocabulary knows the network, it is the chain's.
 */
export function mapWithdrawMethods(
  methods: readonly unknown[],
  assets: KrakenAssets,
): WithdrawNetworks {
  const networks = new Map<string, Network[]>();
  const { unreadable } = mapEach(
    'networks',
    methods,
    (method) => {
      const asset = assets.read(requireText(method, 'asset')).symbol;
      const name = readText(method, 'network');
      if (name === null || assets.isFiat(asset)) return;
      const list = networks.get(asset) ?? [];
      networks.set(asset, list);
      const told = list.some((network) => network.id === name);
      if (!told) list.push(mapMethod(method, asset, name));
    },
    () => undefined,
  );
  return { complete: true, networks, unreadable };
}

/**
 * The networks of a key that cannot list them: those on which withdrawals of these rows of
 * `WithdrawStatus` succeeded, under the same names. Nothing is told of their limits.
 */
export function mapUsedNetworks(rows: readonly unknown[], assets: KrakenAssets): WithdrawNetworks {
  const { networks } = mapWithdrawMethods(rows, assets);
  // What cannot be read of a row is told where it is read as a transaction.
  return { complete: false, networks, unreadable: [] };
}

function mapMethod(method: RawRow, asset: string, network: string): Network {
  const { code, addressRegex } = identifyNetwork(asset, { id: network, name: null, hints: [] });
  return {
    id: network,
    code,
    name: network,
    // `method` names the coin (`Ether`, `Tether USD (TRC20)`).
    displayName: network,
    minWithdrawal: readText(method, 'minimum'),
    maxWithdrawal: null,
    assetName: asset,
    addressRegex,
  };
}
