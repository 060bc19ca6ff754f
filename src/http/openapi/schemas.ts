/**
 * The shapes of the responses, as TypeBox schemas: the service's types, the OpenAPI document (JSON Schema 2020-12), and
 * from it the types of the client.
 */
import { type Static, type TProperties, type TSchema, Type } from 'typebox';

import { TIMESTAMP_MS_MAX } from '../../domain/instant.ts';
import { type ProblemCode, PROBLEMS } from '../../domain/problem.ts';
import { LIMIT_MAX, LIMIT_MIN, PAGE_MAX, PARAMETER_ERRORS_MAX } from '../../domain/query.ts';
import {
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionField,
} from '../../domain/transaction.ts';

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

/** Returns the schema of an object with these properties, all required. A version may add others. */
export function object<Properties extends TProperties>(
  description: string,
  properties: Properties,
) {
  return Type.Object(properties, { description });
}

/** Returns a reference to a component, with its type. */
export function refer<Schema extends TSchema>(name: string, _schema: Schema) {
  return Type.Unsafe<Static<Schema>>(referTo('schemas', name));
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

const Transaction = object(
  'A transaction. `null` means that the exchange did not provide the field.',
  FIELDS,
);

const PartialTransaction = Type.Partial(Transaction, {
  description: 'A transaction with the fields in `fields`.',
});

const Pagination = object('The place of a page in its listing.', {
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

const TransactionList = object('A page of transactions, newest first.', {
  transactions: Type.Array(
    Type.Union(
      [refer('Transaction', Transaction), refer('PartialTransaction', PartialTransaction)],
      { description: 'A `PartialTransaction` if the request has `fields`.' },
    ),
    { maxItems: LIMIT_MAX },
  ),
  pagination: refer('Pagination', Pagination),
});

const Network = object('A network on which an asset can be withdrawn.', {
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

const AssetBalance = object('The withdrawable amount of one asset, and its networks.', {
  asset: Type.String({ description: 'Asset symbol.' }),
  amount: Type.Number({
    ...DECIMAL,
    description: `Amount that can be withdrawn, in units of the asset. ${EXACT}`,
  }),
  networks: Type.Array(refer('Network', Network), {
    description: 'Networks on which the asset can be withdrawn now, by `id`, ascending.',
  }),
});

const Balance = object('The withdrawable balances of a wallet.', {
  lastSyncAt: Type.String({
    ...INSTANT,
    description: 'The time of the last synchronisation, in UTC with milliseconds.',
  }),
  balances: Type.Array(refer('AssetBalance', AssetBalance), {
    description: 'By `asset`, ascending.',
  }),
});

const Health = object('The state of the process.', {
  status: words(['alive', 'ready'], '`alive` from `/livez`, `ready` from `/readyz`.'),
});

const ParameterError = object('The error of one parameter.', {
  parameter: Type.String({
    description: 'The name of the parameter, or its beginning if it is long.',
  }),
  code: words(
    ['invalid_parameter', 'unknown_parameter', 'repeated_parameter'],
    'The error of this parameter, for programs.',
  ),
  message: Type.String({ description: 'Which values are accepted, for people.' }),
});

const Problem = object('A problem (RFC 9457).', {
  type: Type.String({
    format: 'uri-reference',
    description: 'Address of the section about the error in the reference.',
  }),
  title: Type.String({
    description: 'The error in a few words, the same for each `code`.',
  }),
  status: Type.Integer({
    format: 'int32',
    minimum: 400,
    maximum: 599,
    description: 'The HTTP status.',
  }),
  detail: Type.String({ description: 'What happened, for people.' }),
  code: words(Object.keys(PROBLEMS) as ProblemCode[], 'The code of the error, for programs.'),
  requestId: Type.String({
    pattern: '^[A-Za-z0-9._~:-]+$',
    maxLength: 128,
    description: 'Names the request in the log of the service.',
  }),
  errors: Type.Optional(
    Type.Array(ParameterError, {
      description: 'The invalid parameters. `detail` has the number of further ones.',
      maxItems: PARAMETER_ERRORS_MAX,
    }),
  ),
});

/** The body of `/livez` and `/readyz`. */
export type Health = Static<typeof Health>;
/** The body of a problem. */
export type Problem = Static<typeof Problem>;
/** The place of a page in its listing. */
export type Pagination = Static<typeof Pagination>;

/** `components.schemas` of the OpenAPI document. */
export const SCHEMAS = {
  Transaction,
  PartialTransaction,
  Pagination,
  TransactionList,
  Network,
  AssetBalance,
  Balance,
  Health,
  Problem,
} satisfies Record<string, TSchema>;

/** Returns a reference to a component of the document. */
export function referTo(kind: string, name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}
