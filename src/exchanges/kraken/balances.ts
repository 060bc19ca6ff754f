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
import { mapEach } from '../map-rows.ts';
import { addressPatternOf, networkCodeOf } from '../networks/chains.ts';
import {
  type RawRow,
  readDecimal,
  readText,
  requireDecimal,
  requireText,
  UnreadableRowError,
} from '../raw-row.ts';
import type { KrakenAssets } from './assets.ts';

const ZERO = parseDecimal('0');
/** Fiat currencies that Kraken holds: they have bank rails, and no network. */
const FIAT = new Set(['USD', 'EUR', 'GBP', 'CAD', 'JPY', 'CHF', 'AUD', 'AED', 'ARS', 'MXN', 'BRL']);

/**
 * `BalanceEx` as withdrawable amounts: balance without what orders hold. `.F` balances are used
 * through their base asset and count as it; staked, bonded and held ones do not count, but their
 * asset appears.
 */
export function mapKrakenBalances(
  balances: RawRow,
  { networks, unreadable: methods }: WithdrawNetworks,
  assets: KrakenAssets,
): BalanceReading {
  const amounts = new Map<string, Decimal>();
  const rows = Object.entries(balances).map(([id, row]) => ({ id, row }));
  const { unreadable } = mapEach(
    'balances',
    rows,
    ({ id, row }) => {
      const { symbol, extension } = assets.read(String(id));
      const usable = extension === null || extension === 'F';
      const amount = usable ? readUsable(row as RawRow) : ZERO;
      amounts.set(symbol, addAmount(amounts.get(symbol), amount));
    },
    ({ id }) => `balances:${String(id)}`,
  );
  return {
    balances: [...amounts].map(([asset, amount]) => ({
      asset,
      amount,
      networks: networks.get(asset) ?? [],
    })),
    unreadable: [...unreadable, ...methods],
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
  readonly networks: ReadonlyMap<string, readonly Network[]>;
  readonly unreadable: readonly UnreadableRow[];
}

/**
 * `WithdrawMethods` as networks by asset. A method without a network is a bank rail. Kraken tells
 * no address pattern: where the vocabulary knows the network, it is the chain's. `toCode` gives
 * ccxt's code of a network.
 */
export function mapWithdrawMethods(
  methods: readonly unknown[],
  assets: KrakenAssets,
  toCode: (network: string) => string,
): WithdrawNetworks {
  const networks = new Map<string, Network[]>();
  const { unreadable } = mapEach(
    'networks',
    methods,
    (method) => {
      const asset = assets.read(requireText(method, 'asset')).symbol;
      const name = readText(method, 'network');
      if (name === null || FIAT.has(asset)) return;
      const list = networks.get(asset) ?? [];
      networks.set(asset, list);
      const told = list.some((network) => network.id === name);
      if (!told) list.push(mapMethod(method, asset, name, toCode));
    },
    () => undefined,
  );
  return { networks, unreadable };
}

function mapMethod(
  method: RawRow,
  asset: string,
  network: string,
  toCode: (network: string) => string,
): Network {
  const code = networkCodeOf(network, toCode(network));
  return {
    id: network,
    code,
    name: network,
    displayName: readText(method, 'method') ?? network,
    minWithdrawal: readText(method, 'minimum'),
    maxWithdrawal: null,
    assetName: asset,
    addressRegex: addressPatternOf(code),
  };
}
