/** JSON Schemas of the responses, in OpenAPI 3.1 (JSON Schema 2020-12). */
import { PROBLEMS } from '../../domain/problem.ts';
import { PAGE_MAX, PARAMETER_ERRORS_MAX } from '../../domain/query.ts';
import {
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionField,
} from '../../domain/transaction.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const EXACT = 'Exact: written with every digit the exchange gave, in plain notation.';

const FIELD_SCHEMAS: Readonly<Record<TransactionField, JsonSchema>> = {
  id: { type: 'string', pattern: '^tx_', description: 'The same for the same record, always.' },
  walletId: { type: 'string', pattern: '^wallet_' },
  asset: { type: 'string', description: 'Asset symbol.' },
  type: {
    type: 'string',
    enum: TRANSACTION_TYPES,
    description:
      'What the transaction is, and which way its amount moves: `deposit`, `transfer_in`, `reward` ' +
      'and `credit` add to the account, `withdrawal`, `transfer_out`, `fee` and `debit` take from ' +
      'it. Transfers are between accounts of the same user. The direction of `other` is unknown.',
  },
  amount: { type: 'number', minimum: 0, description: `Units of the asset. ${EXACT}` },
  timestamp: { type: 'integer', description: 'Creation, Unix time in milliseconds.' },
  status: { type: 'string', enum: TRANSACTION_STATUSES },
  txid: { type: ['string', 'null'], description: 'Identifier on the chain.' },
  address: { type: ['string', 'null'], description: 'Counterparty address.' },
  feeCost: { type: ['number', 'null'], minimum: 0, description: EXACT },
  feeCurrency: { type: ['string', 'null'], description: 'Symbol of the asset of the fee.' },
};

const TRANSACTION: JsonSchema = {
  type: 'object',
  description: 'Every field is present unless `fields` left it out; `null` is not known.',
  properties: Object.fromEntries(TRANSACTION_FIELDS.map((name) => [name, FIELD_SCHEMAS[name]])),
  additionalProperties: false,
};

const NETWORK = objectSchema({
  id: { type: 'string', description: "The exchange's own identifier of the network." },
  code: { type: 'string' },
  name: { type: 'string' },
  displayName: { type: 'string' },
  minWithdrawal: {
    type: ['string', 'null'],
    description: 'A decimal as the exchange wrote it, `1e-8` for example.',
  },
  maxWithdrawal: { type: ['string', 'null'], description: 'A decimal as the exchange wrote it.' },
  assetName: { type: 'string', description: 'Symbol of the asset that this entry belongs to.' },
  addressRegex: {
    type: ['string', 'null'],
    description: 'Regular expression that a destination address must match.',
  },
});

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'A problem (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      description: 'The parameters that are wrong. `detail` says how many more there are.',
      maxItems: PARAMETER_ERRORS_MAX,
      items: objectSchema({
        parameter: { type: 'string' },
        code: { enum: ['invalid_parameter', 'unknown_parameter', 'repeated_parameter'] },
        message: { type: 'string' },
      }),
    },
  },
  additionalProperties: false,
};

/** `components.schemas` of the OpenAPI document. */
export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Transaction: TRANSACTION,
  Pagination: objectSchema({
    totalCount: {
      type: 'integer',
      minimum: 0,
      description: 'Transactions that match now.',
    },
    page: {
      type: 'integer',
      minimum: 0,
      description:
        'Zero-based index of the page. With `cursor`: of the page within the walk, which may be above ' +
        `${PAGE_MAX}, and above \`pageCount\` if transactions were removed meanwhile.`,
    },
    limit: { type: 'integer', minimum: 1 },
    pageCount: {
      type: 'integer',
      minimum: 0,
      description: '`totalCount` divided by `limit`, rounded up.',
    },
  }),
  TransactionList: objectSchema({
    transactions: { type: 'array', items: referTo('schemas', 'Transaction') },
    pagination: referTo('schemas', 'Pagination'),
  }),
  Network: NETWORK,
  AssetBalance: objectSchema({
    asset: { type: 'string' },
    amount: { type: 'number', description: `Withdrawable amount. ${EXACT}` },
    networks: { type: 'array', items: referTo('schemas', 'Network') },
  }),
  Balance: objectSchema({
    lastSyncAt: { type: 'string', format: 'date-time' },
    balances: { type: 'array', items: referTo('schemas', 'AssetBalance') },
  }),
  Health: objectSchema({ status: { type: 'string' } }),
  Problem: PROBLEM,
};

/** Returns a reference to a component of the document. */
export function referTo(kind: string, name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Returns the schema of an object with exactly these properties, all required. */
function objectSchema(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(properties),
    properties,
    additionalProperties: false,
  };
}
