/** Balances and withdrawal methods of Kraken, mapped. Pure. */
import type { AssetBalance, Network } from '../../domain/balance.ts';
import {
  addDecimals,
  type Decimal,
  isNegativeDecimal,
  isZeroDecimal,
  parseDecimal,
  subtractDecimals,
} from '../../domain/decimal.ts';
import { type RawRow, readDecimal, readText, requireDecimal, requireText } from '../raw-row.ts';
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
  networks: ReadonlyMap<string, readonly Network[]>,
  assets: KrakenAssets,
): AssetBalance[] {
  const amounts = new Map<string, Decimal>();
  for (const [id, row] of Object.entries(balances)) {
    const { symbol, extension } = assets.read(id);
    const usable = extension === null || extension === 'F';
    const amount = usable ? readUsable(row as RawRow) : ZERO;
    amounts.set(symbol, addAmount(amounts.get(symbol), amount));
  }
  return [...amounts].map(([asset, amount]) => ({
    asset,
    amount,
    networks: networks.get(asset) ?? [],
  }));
}

function addAmount(sum: Decimal | undefined, amount: Decimal): Decimal {
  if (sum === undefined || isZeroDecimal(sum)) return amount;
  return isZeroDecimal(amount) ? sum : addDecimals(sum, amount);
}

/** Credit is lent for trading and cannot be withdrawn, so it is left out. */
function readUsable(row: RawRow): Decimal {
  const balance = requireDecimal(row, 'balance');
  const held = readDecimal(row, 'hold_trade') ?? ZERO;
  const free = isZeroDecimal(held) ? balance : subtractDecimals(balance, held);
  return isNegativeDecimal(free) ? ZERO : free;
}

/** `WithdrawMethods` as networks by asset. A method without a network is a bank rail. */
export function mapWithdrawMethods(
  methods: readonly RawRow[],
  assets: KrakenAssets,
  toCode: (network: string) => string,
): Map<string, Network[]> {
  const networks = new Map<string, Network[]>();
  for (const method of methods) {
    const asset = assets.read(requireText(method, 'asset')).symbol;
    const name = readText(method, 'network');
    if (name === null || FIAT.has(asset)) continue;
    const list = networks.get(asset) ?? [];
    networks.set(asset, list);
    const told = list.some((network) => network.id === name);
    if (!told) list.push(mapMethod(method, asset, name, toCode));
  }
  return networks;
}

function mapMethod(
  method: RawRow,
  asset: string,
  network: string,
  toCode: (network: string) => string,
): Network {
  return {
    id: network,
    code: toCode(network),
    name: network,
    displayName: readText(method, 'method') ?? network,
    minWithdrawal: readText(method, 'minimum'),
    maxWithdrawal: null,
    assetName: asset,
    addressRegex: null,
  };
}
