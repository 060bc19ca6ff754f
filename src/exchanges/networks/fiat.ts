import { identifyChains, type NetworkTexts } from './identify-chain.ts';

/** Fiat currencies. `RON` is omitted: exchanges use it for the coin of the Ronin chain. Source: ISO 4217. */
const FIAT: ReadonlySet<string> = new Set(
  (
    'AED ARS AUD BRL CAD CHF CLP COP CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW KZT MXN MYR NGN NOK ' +
    'NZD PEN PHP PLN RUB SEK SGD THB TRY TWD UAH USD VND ZAR'
  ).split(' '),
);

/**
 * Returns true for a fiat currency, which moves over bank rails and has no network. Coins may have the symbol of
 * a fiat currency (`INR`, Inery), so the exchange's statement has priority. Without one, a currency with such a
 * symbol is fiat unless one of its networks has a contract or names a chain.
 *
 * @param reported whether the exchange says that the asset is fiat; `null` if it does not say.
 * @param networks every network that the exchange lists for the asset.
 */
export function isFiat(
  symbol: string,
  reported: boolean | null,
  networks: readonly NetworkTexts[],
): boolean {
  if (reported === true) return true;
  if (!FIAT.has(symbol)) return false;
  return reported === false ? networks.length === 0 : !networks.some((each) => isChain(each));
}

function isChain(network: NetworkTexts): boolean {
  const { contract = null } = network;
  return contract !== null || identifyChains('', [network], new Set())[0] !== undefined;
}
