/** Reads the fee of a row. Pure functions. */
import { compareDecimals, isZeroDecimal } from '../../domain/decimal.ts';
import type { ExchangeTransaction } from '../exchange.ts';
import { type RawRow, readText } from '../mapping/raw-row.ts';
import type { NamedFee } from './exchange-traits.ts';
import { findNamed, type RawValue, restoreDigits, toDecimal } from './raw-values.ts';

type Fee = Pick<ExchangeTransaction, 'feeCost' | 'feeCurrency'>;

const FEE_FIELD = /fee|commission/i;
const NO_FEE_FIELD = /rate|asset|coin|ccy|currency|symbol|percent|level|precision/i;
const NO_FEE = { feeCost: null, feeCurrency: null };

/**
 * Returns the fee in one of the exchange's fields, in the row's asset; `null` if the row has none of the fields.
 */
export function readNamedFee(
  rawValues: readonly RawValue[],
  fields: readonly string[],
  asset: string,
): Fee | null {
  const feeCost = toDecimal(findNamed(rawValues, fields));
  return feeCost === null ? null : { feeCost, feeCurrency: asset };
}

/**
 * Returns a fee with its own currency; `null` if it is no decimal.
 *
 * @param assetOf returns the asset of a listed coin; the identifier of any other coin is its name.
 */
export function readOwnFee(
  named: NamedFee | null | undefined,
  assetOf: (coin: string) => string | null = () => null,
): Fee | null {
  const feeCost = toDecimal(named?.cost);
  if (named === null || named === undefined || feeCost === null) return null;
  return { feeCost, feeCurrency: assetOf(named.coin) ?? named.coin.toUpperCase() };
}

/**
 * Returns the fee that ccxt reads. A zero or a JavaScript number only counts if the row contains a fee: some
 * classes of ccxt return zero if the exchange reports no fee, and one rounds.
 */
export function readRowFee(row: RawRow, rawValues: readonly RawValue[]): Fee {
  const { fee } = row;
  if (typeof fee !== 'object' || fee === null) return NO_FEE;
  const { cost } = fee as RawRow;
  // A row without names of fields (Bitfinex) contains the fee as one of its values.
  const reported = Array.isArray(row['info'])
    ? rawValues
    : rawValues.filter(({ name }) => FEE_FIELD.test(name) && !NO_FEE_FIELD.test(name));
  const found = reported.map(({ text }) => toDecimal(text)).filter((each) => each !== null);
  const wanted = toDecimal(cost);
  if (wanted === null) return NO_FEE;
  const isExact = typeof cost === 'string' && !isZeroDecimal(wanted);
  const equal = found.find((each) => compareDecimals(each, wanted) === 0);
  const feeCost =
    equal ??
    (isExact ? restoreDigits(cost, rawValues) : typeof cost === 'number' ? found[0] : null);
  if (feeCost === null || feeCost === undefined) return NO_FEE;
  return { feeCost, feeCurrency: readText(fee as RawRow, 'currency') };
}
