/**
 * All balances of a wallet as one JSON text in the form of the response. An exchange reports them as a
 * whole and a response contains all of them, so they are stored as they are sent.
 */
import type { AssetBalance, Network } from './balance.ts';

/** The balances as JSON text, and the facts that a response reports in headers. */
export interface BalanceDocument {
  /** A JSON array by `asset`, networks by `id`, both in binary order; amounts are JSON numbers. */
  readonly json: string;
  /** Assets with an incomplete list of networks from the exchange, in the same order. */
  readonly unknownNetworks: readonly string[];
  /** True if it is not known which part of the amounts can be withdrawn. */
  readonly withdrawableUnverified: boolean;
}

/**
 * Writes the balances, sorted.
 *
 * @throws {RangeError} if an asset, or a network of an asset, occurs twice.
 */
export function writeBalanceDocument(
  balances: readonly AssetBalance[],
  withdrawableUnverified = false,
): BalanceDocument {
  const sorted = sortUnique(balances, ({ asset }) => asset);
  return {
    json: `[${sorted.map(writeBalance).join(',')}]`,
    unknownNetworks: sorted
      .filter(({ networksUnknown }) => networksUnknown === true)
      .map(({ asset }) => asset),
    withdrawableUnverified,
  };
}

/** Returns one asset as JSON text. Copies the amount digit by digit, which `JSON.stringify` cannot do. */
export function writeBalance({ asset, amount, networks }: AssetBalance): string {
  const sorted = sortUnique(networks, ({ id }) => id);
  return (
    `{"asset":${JSON.stringify(asset)},"amount":${amount},` +
    `"networks":[${sorted.map(writeNetwork).join(',')}]}`
  );
}

function writeNetwork(network: Network): string {
  // Every field is text or null. The exchange's record may have more fields, which are not returned.
  const { id, code, name, displayName, minWithdrawal, maxWithdrawal, assetName, addressRegex } =
    network;
  return JSON.stringify({
    id,
    code,
    name,
    displayName,
    minWithdrawal,
    maxWithdrawal,
    assetName,
    addressRegex,
  });
}

/** Returns the balances of a document, with every digit. */
export function readBalanceDocument({
  json,
  unknownNetworks,
}: Pick<BalanceDocument, 'json' | 'unknownNetworks'>): readonly AssetBalance[] {
  const balances = JSON.parse(json, keepAmountText) as AssetBalance[];
  for (const balance of balances) {
    if (unknownNetworks.includes(balance.asset)) Object.assign(balance, { networksUnknown: true });
  }
  return balances;
}

function keepAmountText(name: string, value: unknown, context?: { source?: string }): unknown {
  return name === 'amount' ? context?.source : value;
}

/** Sorts by the UTF-8 bytes of the names, which is the order of both databases. */
function sortUnique<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const compare = (left: Item, right: Item): number =>
    Buffer.compare(Buffer.from(nameOf(left)), Buffer.from(nameOf(right)));
  const sorted = items.toSorted(compare);
  const repeated = sorted.find((item, index) => {
    const before = sorted[index - 1];
    return before !== undefined && compare(before, item) === 0;
  });
  if (repeated === undefined) return sorted;
  throw new RangeError(`${nameOf(repeated)} occurs twice in the balances`);
}
