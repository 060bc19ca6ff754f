/** Fiat currencies. `RON` is omitted: exchanges use it for the coin of the Ronin chain. Source: ISO 4217. */
const FIAT: ReadonlySet<string> = new Set(
  (
    'AED ARS AUD BRL CAD CHF CLP COP CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW KZT MXN MYR NGN NOK ' +
    'NZD PEN PHP PLN RUB SEK SGD THB TRY TWD UAH USD VND ZAR'
  ).split(' '),
);

/** Returns true for the symbol of a fiat currency, which moves over bank rails and has no network. */
export function isFiatSymbol(symbol: string): boolean {
  return FIAT.has(symbol);
}
