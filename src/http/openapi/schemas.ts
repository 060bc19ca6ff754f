/** JSON Schemas of the responses, in OpenAPI 3.1 (JSON Schema 2020-12). */
import { TIMESTAMP_MS_MAX } from '../../domain/instant.ts';
import { PROBLEMS } from '../../domain/problem.ts';
import { LIMIT_MAX, LIMIT_MIN, PAGE_MAX, PARAMETER_ERRORS_MAX } from '../../domain/query.ts';
import {
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionField,
} from '../../domain/transaction.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const EXACT = 'Exact: written with every digit that the exchange provided, in plain notation.';

/**
 * A number that must not be read as a binary float (`decimal` of the OpenAPI format registry). `x-go-type` is of
 * oapi-codegen, which does not know the format and would read a binary float of 32 bits.
 */
const DECIMAL: JsonSchema = { type: 'number', format: 'decimal', 'x-go-type': 'json.Number' };

/** A count, which a binary float holds exactly. */
const COUNT: JsonSchema = {
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** The identifier of a wallet. */
export const WALLET_ID: JsonSchema = {
  type: 'string',
  pattern: '^wallet_[0-9a-f]{24}$',
  maxLength: 31,
};

const FIELD_SCHEMAS: Readonly<Record<TransactionField, JsonSchema>> = {
  id: {
    type: 'string',
    pattern: '^tx_[!-~]+$',
    maxLength: 131,
    description: 'Always the same for the same record of the exchange.',
  },
  walletId: { ...WALLET_ID, description: 'The wallet of the request.' },
  asset: { type: 'string', description: 'Asset symbol.' },
  type: {
    type: 'string',
    enum: TRANSACTION_TYPES,
    description:
      'The kind of the transaction, and the direction of its amount: `deposit`, `transfer_in`, `reward` ' +
      'and `credit` add to the account, `withdrawal`, `transfer_out`, `fee` and `debit` take from ' +
      'it. Transfers are between accounts of the same user. The direction of `other` is unknown.',
  },
  amount: { ...DECIMAL, minimum: 0, description: `Units of the asset. ${EXACT}` },
  timestamp: {
    type: 'integer',
    format: 'int64',
    minimum: 0,
    maximum: TIMESTAMP_MS_MAX,
    description: 'Creation, Unix time in milliseconds.',
  },
  status: {
    type: 'string',
    enum: TRANSACTION_STATUSES,
    description: 'The last known state. `pending` and `unknown` may still change.',
  },
  txid: { type: ['string', 'null'], description: 'Identifier on the chain.' },
  address: { type: ['string', 'null'], description: 'Counterparty address.' },
  feeCost: {
    ...DECIMAL,
    type: ['number', 'null'],
    minimum: 0,
    description: `The fee in units of \`feeCurrency\`. ${EXACT}`,
  },
  feeCurrency: { type: ['string', 'null'], description: 'Symbol of the asset of the fee.' },
};

const TRANSACTION = objectSchema(
  'A transaction. `null` means that the exchange did not provide the field.',
  Object.fromEntries(TRANSACTION_FIELDS.map((name) => [name, FIELD_SCHEMAS[name]])),
);

const NETWORK = objectSchema('A network on which an asset can be withdrawn.', {
  id: { type: 'string', description: "The exchange's own identifier of the network." },
  code: {
    type: 'string',
    description: 'The same for one chain at every exchange, if the chain is known.',
  },
  name: { type: 'string', description: 'Name of the network.' },
  displayName: { type: 'string', description: 'Display name of the network.' },
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
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'Address of the section about the error in the reference.',
    },
    title: { type: 'string', description: 'The error in a few words, the same for each `code`.' },
    status: {
      type: 'integer',
      format: 'int32',
      minimum: 400,
      maximum: 599,
      description: 'The HTTP status.',
    },
    detail: { type: 'string', description: 'What happened, for people.' },
    code: {
      type: 'string',
      enum: Object.keys(PROBLEMS),
      description: 'The code of the error, for programs.',
    },
    requestId: {
      type: 'string',
      pattern: '^[A-Za-z0-9._~:-]+$',
      maxLength: 128,
      description: 'Names the request in the log of the service.',
    },
    errors: {
      type: 'array',
      description: 'The invalid parameters. `detail` has the number of further ones.',
      maxItems: PARAMETER_ERRORS_MAX,
      items: objectSchema('The error of one parameter.', {
        parameter: {
          type: 'string',
          description: 'The name of the parameter, or its beginning if it is long.',
        },
        code: {
          type: 'string',
          enum: ['invalid_parameter', 'unknown_parameter', 'repeated_parameter'],
          description: 'The error of this parameter, for programs.',
        },
        message: { type: 'string', description: 'Which values are accepted, for people.' },
      }),
    },
  },
};

/** `components.schemas` of the OpenAPI document. */
export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Transaction: TRANSACTION,
  PartialTransaction: {
    ...TRANSACTION,
    required: [],
    description: 'A transaction with the fields in `fields`.',
  },
  Pagination: objectSchema('The place of a page in its listing.', {
    totalCount: { ...COUNT, description: 'Number of transactions that match now.' },
    page: {
      ...COUNT,
      description:
        'Zero-based index of the page. With `cursor`, it counts the pages of the walk, and may be above ' +
        `${PAGE_MAX}, and above \`pageCount\` if transactions were removed meanwhile.`,
    },
    limit: {
      type: 'integer',
      format: 'int32',
      minimum: LIMIT_MIN,
      maximum: LIMIT_MAX,
      description: 'Maximum transactions per page.',
    },
    pageCount: { ...COUNT, description: '`totalCount` divided by `limit`, rounded up.' },
  }),
  TransactionList: objectSchema('A page of transactions, newest first.', {
    transactions: {
      type: 'array',
      maxItems: LIMIT_MAX,
      items: {
        description: 'A `PartialTransaction` if the request has `fields`.',
        anyOf: [referTo('schemas', 'Transaction'), referTo('schemas', 'PartialTransaction')],
      },
    },
    pagination: referTo('schemas', 'Pagination'),
  }),
  Network: NETWORK,
  AssetBalance: objectSchema('The withdrawable amount of one asset, and its networks.', {
    asset: { type: 'string', description: 'Asset symbol.' },
    amount: {
      ...DECIMAL,
      description: `Amount that can be withdrawn, in units of the asset. ${EXACT}`,
    },
    networks: {
      type: 'array',
      description: 'Networks on which the asset can be withdrawn now, by `id`, ascending.',
      items: referTo('schemas', 'Network'),
    },
  }),
  Balance: objectSchema('The withdrawable balances of a wallet.', {
    lastSyncAt: {
      type: 'string',
      format: 'date-time',
      maxLength: 24,
      description: 'The time of the last synchronisation, in UTC with milliseconds.',
    },
    balances: {
      type: 'array',
      description: 'By `asset`, ascending.',
      items: referTo('schemas', 'AssetBalance'),
    },
  }),
  Health: {
    type: 'object',
    description: 'The state of the process.',
    required: ['status'],
    properties: {
      status: {
        type: 'string',
        enum: ['alive', 'ready'],
        description: '`alive` from `/livez`, `ready` from `/readyz`.',
      },
      unavailableNodes: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Nodes of the database cluster that do not respond, as `host:port`. Their wallets are unavailable.',
      },
    },
  },
  Problem: PROBLEM,
};

/** Returns a reference to a component of the document. */
export function referTo(kind: string, name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Returns the schema of an object with these properties, all required. A version may add others. */
export function objectSchema(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: 'object',
    description,
    required: Object.keys(properties),
    properties,
  };
}
