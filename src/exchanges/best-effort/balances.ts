/** Maps withdrawable amounts of an exchange, with the networks of each asset. Pure functions. */
import type { AssetBalance } from '../../domain/balance.ts';
import { addDecimals, type Decimal, isZeroDecimal } from '../../domain/decimal.ts';
import { appendTo } from '../client/long-lists.ts';
import type { BalanceReading, UnreadableRow } from '../exchange.ts';
import { type MappedRows, mapEach, quarantineRow } from '../mapping/map-rows.ts';
import { type RawRow, requireAmount, requireText } from '../mapping/raw-row.ts';
import type { AssetNetworks } from './networks.ts';
import {
  BALANCE_VALUES_MAX,
  type DigitIndex,
  findDigits,
  indexDigits,
  listRawValues,
} from './raw-values.ts';
import { catchUnreadable } from './reader-forms.ts';
import type { AmountReader } from './exchange-traits.ts';

/** The withdrawable amount of one asset. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: Decimal;
  /** False if a field of the amount's formula is missing, so that the amount may be too large. */
  readonly isVerified: boolean;
}

/** The field of a unified balance of one asset that marks its free amount as unverified. */
export const UNVERIFIED = 'unverified';

/** Fields that ccxt adds to the balances of a class. */
const NO_ASSETS = new Set(['info', 'timestamp', 'datetime', 'free', 'used', 'total', 'debt']);

/** Returns the free amounts of a balance in ccxt's unified form. */
export function readUnifiedAmounts(balance: RawRow): MappedRows<AssetAmount> {
  const rows = Object.entries(balance)
    .filter(([asset, row]) => !NO_ASSETS.has(asset) && hasAmount(row))
    .map(([asset, row]) => ({
      asset,
      free: (row as RawRow)['free'],
      isVerified: (row as RawRow)[UNVERIFIED] !== true,
    }));
  const digits = indexDigits(listRawValues(balance['info'], BALANCE_VALUES_MAX));
  return mapEach(
    'balances',
    rows,
    (row) => ({
      asset: requireText(row, 'asset'),
      amount: restoreBalance(requireAmount(row, 'free'), digits),
      isVerified: row['isVerified'] === true,
    }),
    ({ asset }) => `balances:${String(asset)}`,
  );
}

/**
 * Returns true if a balance has an amount: classes that iterate over their currencies also return currencies
 * without amounts.
 */
function hasAmount(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  return ['free', 'used', 'total'].some((field) => (row as RawRow)[field] !== undefined);
}

/**
 * Returns an amount with the digits of the response: ccxt computes some free amounts and loses trailing
 * zeros. A zero has no digits to lose.
 */
function restoreBalance(amount: Decimal, digits: DigitIndex): Decimal {
  return isZeroDecimal(amount) ? amount : (findDigits(amount, digits) ?? amount);
}

/**
 * Returns the exchange's own withdrawable amounts. Amounts of several rows of one coin are added.
 *
 * @param toAsset returns the symbol of a coin by the exchange's identifier.
 */
export function readRawAmounts(
  reader: AmountReader,
  rows: readonly unknown[],
  toAsset: (coinId: string) => string,
): MappedRows<AssetAmount> {
  const keyOf = (row: RawRow): string => `balances:${catchUnreadable(() => reader.coin(row))}`;
  const amounts = new Map<string, AssetAmount & { readonly coin: string }>();
  const repeated: UnreadableRow[] = [];
  const { unreadable } = mapEach(
    'balances',
    rows,
    (row) => {
      const coin = requireText({ coin: catchUnreadable(() => reader.coin(row)) }, 'coin');
      const amount = requireAmount({ amount: catchUnreadable(() => reader.amount(row)) }, 'amount');
      const asset = toAsset(coin);
      const known = amounts.get(asset);
      if (known !== undefined && known.coin !== coin) {
        const reason = `${known.coin} and ${coin} are both ${asset}`;
        repeated.push(quarantineRow('balances', row, reason, keyOf));
      } else {
        const sum = known === undefined ? amount : addDecimals(known.amount, amount);
        const isVerified = known?.isVerified !== false && reader.isVerified?.(row) !== false;
        amounts.set(asset, { asset, amount: sum, isVerified, coin });
      }
      return undefined;
    },
    keyOf,
  );
  const values = [...amounts.values()].map(({ asset, amount, isVerified }) => ({
    asset,
    amount,
    isVerified,
  }));
  return { values, unreadable: [...unreadable, ...repeated] };
}

/** Returns true if no amount may be too large because a field of its formula is missing. */
export function areVerified(amounts: readonly AssetAmount[]): boolean {
  return amounts.every(({ amount, isVerified }) => isVerified || isZeroDecimal(amount));
}

/** Returns the amounts with the networks of each asset. */
export function joinNetworks(
  amounts: MappedRows<AssetAmount>,
  networksOf: (asset: string) => AssetNetworks,
): BalanceReading {
  const unreadable = [...amounts.unreadable];
  const balances = amounts.values.map(({ asset, amount }): AssetBalance => {
    const found = networksOf(asset);
    appendTo(unreadable, found.unreadable);
    const balance = { asset, amount, networks: found.networks };
    return found.known ? balance : { ...balance, networksUnknown: true };
  });
  return { balances, unreadable };
}

/** Returns the assets of a unified balance with an amount, even if it is not withdrawable. */
export function listHeldAssets(balance: RawRow): readonly string[] {
  return Object.entries(balance)
    .filter(([asset, row]) => !NO_ASSETS.has(asset) && hasAmount(row))
    .filter(([, row]) =>
      ['free', 'used', 'total'].some((field) => /[1-9]/.test(String((row as RawRow)[field]))),
    )
    .map(([asset]) => asset);
}
