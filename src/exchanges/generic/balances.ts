/** Balances of any exchange, as ccxt reads them, mapped. Pure. */
import type { AssetBalance, Network } from '../../domain/balance.ts';
import { type Decimal, isZeroDecimal } from '../../domain/decimal.ts';
import type { BalanceReading } from '../exchange.ts';
import { mapEach } from '../map-rows.ts';
import { type RawRow, requireAmount, requireText } from '../raw-row.ts';
import { mapNetworks, type UnifiedCurrency } from './networks.ts';
import {
  BALANCE_LEAVES_MAX,
  type DigitIndex,
  findDigits,
  indexDigits,
  listLeaves,
} from './raw-leaves.ts';

/** What ccxt adds to the balances of a class. */
const NO_ASSETS = new Set(['info', 'timestamp', 'datetime', 'free', 'used', 'total', 'debt']);
/** Currencies of states that are traded; they move to banks, on no network. */
const FIAT = new Set(
  'AED ARS AUD BRL CAD CHF CLP COP CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW KZT MXN MYR NGN NOK NZD PEN PHP PLN RON RUB SEK SGD THB TRY TWD UAH USD VND ZAR'.split(
    ' ',
  ),
);

/** The free amounts of a unified balance, with the networks of each currency that are known. */
export function mapUnifiedBalances(
  balance: RawRow,
  currencies: Readonly<Record<string, UnifiedCurrency>>,
): BalanceReading {
  const rows = Object.entries(balance)
    .filter(([asset, row]) => !NO_ASSETS.has(asset) && isTold(row))
    .map(([asset, row]) => ({ asset, free: (row as RawRow)['free'] }));
  const digits = indexDigits(listLeaves(balance['info'], BALANCE_LEAVES_MAX));
  const networks: BalanceReading['unreadable'][number][] = [];
  const keyOf = ({ asset }: RawRow): string => `balances:${String(asset)}`;
  const mapped = mapEach(
    'balances',
    rows,
    (row): AssetBalance => {
      const asset = requireText(row, 'asset');
      const amount = restoreBalance(requireAmount(row, 'free'), digits);
      const found = mapEach(
        'networks',
        [currencies[asset] ?? {}],
        (currency) => [mapNetworks(currency, asset)],
        () => `networks:${asset}`,
      );
      networks.push(...found.unreadable);
      return { asset, amount, ...describeNetworks(asset, found.values[0]?.[0] ?? null) };
    },
    keyOf,
  );
  return { balances: mapped.values, unreadable: [...mapped.unreadable, ...networks] };
}

/** A class that goes through its currencies has one without amounts where the exchange has none. */
function isTold(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  return ['free', 'used', 'total'].some((field) => (row as RawRow)[field] !== undefined);
}

/** ccxt computes some free amounts, and trailing zeros with it; a zero has no digits to lose. */
function restoreBalance(amount: Decimal, digits: DigitIndex): Decimal {
  return isZeroDecimal(amount) ? amount : (findDigits(amount, digits) ?? amount);
}

function describeNetworks(
  asset: string,
  networks: readonly Network[] | null,
): Pick<AssetBalance, 'networks' | 'networksUnknown'> {
  if (networks !== null) return { networks };
  return FIAT.has(asset) ? { networks: [] } : { networks: [], networksUnknown: true };
}
