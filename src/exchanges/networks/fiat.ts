/**
 * Currencies of states. Not `RON`: exchanges that list it mean the coin of the Ronin chain.
 * Source: ISO 4217.
 */
const FIAT: ReadonlySet<string> = new Set(
  (
    'AED ARS AUD BRL CAD CHF CLP COP CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW KZT MXN MYR NGN NOK ' +
    'NZD PEN PHP PLN RUB SEK SGD THB TRY TWD UAH USD VND ZAR'
  ).split(' '),
);

/** True for the symbol of a currency that moves over bank rails and has no network. */
export function isFiatSymbol(symbol: string): boolean {
  return FIAT.has(symbol);
}
