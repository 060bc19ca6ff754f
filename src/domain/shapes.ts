/**
 * The shapes of the responses, as TypeBox schemas: the service's types, the OpenAPI document (JSON Schema 2020-12), and
 * from it the types of the client.
 */
import { type TProperties, type TSchema, Type } from 'typebox';

import { TIMESTAMP_MS_MAX } from './instant.ts';
import { LIMIT_MAX, LIMIT_MIN, PAGE_MAX } from './query.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, type TransactionField } from './transaction.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const EXACT = 'Exact: written with every digit that the exchange provided, in plain notation.';

/** Returns a schema of one of these words. */
export function words<const Word extends string>(list: readonly Word[], description?: string) {
  return Type.Unsafe<Word>({ type: 'string', enum: list, ...(description && { description }) });
}

/** Returns a schema of text or `null`. */
function textOrNull(description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], description });
}

/**
 * Returns the schema of an object with these properties, all required. A version may add others. In a document it is a
 * component with this name (`composeDocument`).
 */
export function object<Properties extends TProperties>(
  name: string,
  description: string,
  properties: Properties,
) {
  return Type.Object(properties, { $id: name, description });
}

/**
 * A number that must not be read as a binary float (`decimal` of the OpenAPI format registry). `x-go-type` is of
 * oapi-codegen, which does not know the format and would read a binary float of 32 bits.
 */
const DECIMAL = { format: 'decimal', 'x-go-type': 'json.Number' };

/** A count, which a binary float holds exactly. */
const COUNT = { format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** The identifier of a wallet. */
export const WALLET_ID = { pattern: '^wallet_[0-9a-f]{24}$', maxLength: 31 };

/** A time in UTC with milliseconds. */
export const INSTANT = { format: 'date-time', maxLength: 24 };

const FIELDS = {
  id: Type.String({
    pattern: '^tx_[!-~]+$',
    maxLength: 131,
    description: 'Always the same for the same record of the exchange.',
  }),
  walletId: Type.String({ ...WALLET_ID, description: 'The wallet of the request.' }),
  asset: Type.String({ description: 'Asset symbol.' }),
  type: words(
    TRANSACTION_TYPES,
    'The kind of the transaction, and the direction of its amount: `deposit`, `transfer_in`, `reward` ' +
      'and `credit` add to the account, `withdrawal`, `transfer_out`, `fee` and `debit` take from ' +
      'it. Transfers are between accounts of the same user. The direction of `other` is unknown.',
  ),
  amount: Type.Number({ ...DECIMAL, minimum: 0, description: `Units of the asset. ${EXACT}` }),
  timestamp: Type.Integer({
    format: 'int64',
    minimum: 0,
    maximum: TIMESTAMP_MS_MAX,
    description: 'Creation, Unix time in milliseconds.',
  }),
  status: words(
    TRANSACTION_STATUSES,
    'The last known state. `pending` and `unknown` may still change.',
  ),
  txid: textOrNull('Identifier on the chain.'),
  address: textOrNull('Counterparty address.'),
  feeCost: Type.Unsafe<number | null>({
    ...DECIMAL,
    type: ['number', 'null'],
    minimum: 0,
    description: `The fee in units of \`feeCurrency\`. ${EXACT}`,
  }),
  feeCurrency: textOrNull('Symbol of the asset of the fee.'),
} satisfies Record<TransactionField, TSchema>;

export const Transaction = object(
  'Transaction',
  'A transaction. `null` means that the exchange did not provide the field.',
  FIELDS,
);

/** The transaction of examples. */
export const TRANSACTION_EXAMPLE = {
  id: 'tx_4f0c2a9d5b7e41c68d3f9a1e',
  walletId: 'wallet_5a1f0c9e7b3d2846a0c1e2f3',
  asset: 'USDC',
  type: 'withdrawal',
  amount: 250.5,
  timestamp: 1709210096789,
  status: 'completed',
  txid: '0x8d1f6c5b4a39281706f5e4d3c2b1a0998877665544332211ffeeddccbbaa0099',
  address: '0x52908400098527886e0f7030069857d2e4169ee7',
  feeCost: 1,
  feeCurrency: 'USDC',
};

export const PartialTransaction = Type.Partial(Transaction, {
  $id: 'PartialTransaction',
  description: 'A transaction with the fields in `fields`.',
});

const Pagination = object('Pagination', 'The place of a page in its listing.', {
  totalCount: Type.Integer({ ...COUNT, description: 'Number of transactions that match now.' }),
  page: Type.Integer({
    ...COUNT,
    description:
      'Zero-based index of the page. With `cursor`, it counts the pages of the walk, and may be above ' +
      `${PAGE_MAX}, and above \`pageCount\` if transactions were removed meanwhile.`,
  }),
  limit: Type.Integer({
    format: 'int32',
    minimum: LIMIT_MIN,
    maximum: LIMIT_MAX,
    description: 'Maximum transactions per page.',
  }),
  pageCount: Type.Integer({
    ...COUNT,
    description: '`totalCount` divided by `limit`, rounded up.',
  }),
});

export const TransactionList = object('TransactionList', 'A page of transactions, newest first.', {
  transactions: Type.Array(
    Type.Union([Transaction, PartialTransaction], {
      description: 'A `PartialTransaction` if the request has `fields`.',
    }),
    { maxItems: LIMIT_MAX },
  ),
  pagination: Pagination,
});

const Network = object('Network', 'A network on which an asset can be withdrawn.', {
  id: Type.String({ description: "The exchange's own identifier of the network." }),
  code: Type.String({
    description: 'The same for one chain at every exchange, if the chain is known.',
  }),
  name: Type.String({ description: 'Name of the network.' }),
  displayName: Type.String({ description: 'Display name of the network.' }),
  minWithdrawal: textOrNull('A decimal as the exchange wrote it, `1e-8` for example.'),
  maxWithdrawal: textOrNull('A decimal as the exchange wrote it.'),
  assetName: Type.String({ description: 'Symbol of the asset that this entry belongs to.' }),
  addressRegex: textOrNull('Regular expression that a destination address must match.'),
});

export const AssetBalance = object(
  'AssetBalance',
  'The withdrawable amount of one asset, and its networks.',
  {
    asset: Type.String({ description: 'Asset symbol.' }),
    amount: Type.Number({
      ...DECIMAL,
      description: `Amount that can be withdrawn, in units of the asset. ${EXACT}`,
    }),
    networks: Type.Array(Network, {
      description: 'Networks on which the asset can be withdrawn now, by `id`, ascending.',
    }),
  },
);

export const Balance = object('Balance', 'The withdrawable balances of a wallet.', {
  lastSyncAt: Type.String({
    ...INSTANT,
    description: 'The time of the last synchronisation, in UTC with milliseconds.',
  }),
  balances: Type.Array(AssetBalance, {
    description: 'By `asset`, ascending.',
  }),
});
