/** Symbols of assets in the files of exchanges. */
import { lookUp } from '../../../exchanges/mapping/look-up.ts';

/** Symbols by the names that an exchange uses. */
export type ExportSymbols = Readonly<Record<string, string>>;

/** Names of several exchanges that synchronisation changes (`commonCurrencies` of ccxt's base class). */
const COMMON: ExportSymbols = { XBT: 'BTC', BCHSV: 'BSV' };

/** Returns the symbol that synchronisation stores for a name. @param own those that only this exchange uses. */
export function toSymbol(name: string, own: ExportSymbols = {}): string {
  const upper = name.toUpperCase();
  return lookUp(own, upper) ?? lookUp(COMMON, upper) ?? upper;
}
