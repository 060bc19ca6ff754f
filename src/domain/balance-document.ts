/**
 * All balances of a wallet as one JSON text, the way callers are told them: an exchange tells them as
 * a whole, and a caller is answered with all of them, so that they are kept as they are sent.
 */
import type { AssetBalance, Network } from './balance.ts';
import { type JsonText, textOf } from './json-text.ts';

/** The text, and what stands beside it. */
export interface BalanceDocument {
  /** A JSON array by `asset`, networks by `id`, both in binary order; amounts are JSON numbers. */
  readonly json: JsonText;
  /** Assets whose networks the exchange does not report in full, in the same order. */
  readonly unknownNetworks: readonly string[];
  /** True if the exchange does not document which part of the amounts can be withdrawn. */
  readonly withdrawableUnverified: boolean;
}

/** What a wallet without balances has. */
const NO_BALANCES: BalanceDocument = {
  json: '[]',
  unknownNetworks: [],
  withdrawableUnverified: false,
};

/**
 * The document of a stored row.
 *
 * @param row its text, the unknown networks as a JSON array, and whether the withdrawable figure is
 * unverified; `undefined` if there is none.
 */
export function loadBalanceDocument(row: readonly unknown[] | undefined): BalanceDocument {
  if (row === undefined) return NO_BALANCES;
  const [json, unknownNetworks, unverified] = row as readonly [JsonText, string, boolean | number];
  return {
    json,
    unknownNetworks: JSON.parse(unknownNetworks) as readonly string[],
    withdrawableUnverified: Boolean(unverified),
  };
}

/**
 * Writes the balances in their order, whatever order they come in.
 *
 * @throws {RangeError} where an asset, or a network of an asset, comes twice.
 */
export function writeBalanceDocument(
  balances: readonly AssetBalance[],
  withdrawableUnverified = false,
): BalanceDocument & { readonly json: string } {
  const sorted = sortUnique(balances, ({ asset }) => asset);
  return {
    json: `[${sorted.map(writeBalance).join(',')}]`,
    unknownNetworks: sorted
      .filter(({ networksUnknown }) => networksUnknown === true)
      .map(({ asset }) => asset),
    withdrawableUnverified,
  };
}

/** One asset as JSON text. The amount is copied digit by digit, which `JSON.stringify` cannot do. */
export function writeBalance({ asset, amount, networks }: AssetBalance): string {
  const sorted = sortUnique(networks, ({ id }) => id);
  return (
    `{"asset":${JSON.stringify(asset)},"amount":${amount},` +
    `"networks":[${sorted.map(writeNetwork).join(',')}]}`
  );
}

function writeNetwork(network: Network): string {
  // Every field is text or null, and the record of an exchange may have fields that are not told.
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

/** The balances that a document tells, with every digit. */
export function readBalanceDocument({
  json,
  unknownNetworks,
}: Pick<BalanceDocument, 'json' | 'unknownNetworks'>): readonly AssetBalance[] {
  const balances = JSON.parse(textOf(json), keepAmountText) as AssetBalance[];
  for (const balance of balances) {
    if (unknownNetworks.includes(balance.asset)) Object.assign(balance, { networksUnknown: true });
  }
  return balances;
}

function keepAmountText(name: string, value: unknown, context?: { source?: string }): unknown {
  return name === 'amount' ? context?.source : value;
}

/** By the bytes of the names in UTF-8, the order of both databases. */
function sortUnique<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const compare = (left: Item, right: Item): number =>
    Buffer.compare(Buffer.from(nameOf(left)), Buffer.from(nameOf(right)));
  const sorted = items.toSorted(compare);
  const repeated = sorted.find((item, index) => {
    const before = sorted[index - 1];
    return before !== undefined && compare(before, item) === 0;
  });
  if (repeated === undefined) return sorted;
  throw new RangeError(`the balances have ${nameOf(repeated)} twice`);
}
