/**
 * Which exchanges there are and what they need, as plain data: the command line checks a wallet
 * against it without loading an exchange library.
 */

/** An exchange that wallets can be held at. */
export interface CatalogueEntry {
  /** ccxt's id of the exchange. */
  readonly name: string;
  /** Names of the credential fields, as ccxt calls them. */
  readonly requiredCredentials: readonly string[];
}

/** Every exchange that is supported, by name. */
export const EXCHANGE_CATALOGUE: readonly CatalogueEntry[] = [
  { name: 'binance', requiredCredentials: ['apiKey', 'secret'] },
  { name: 'kraken', requiredCredentials: ['apiKey', 'secret'] },
];

/** The entry of an exchange, or `undefined` for one that is not supported. */
export function findExchange(name: string): CatalogueEntry | undefined {
  return EXCHANGE_CATALOGUE.find((entry) => entry.name === name);
}
