/** The OpenAPI description of `GET /v0/wallet/transactions`. */
import { LISTING_PARAMETERS } from '../../domain/query.ts';
import { TARGET_LENGTH_MAX } from '../limits.ts';
import { TRANSACTION_EXAMPLE } from '../openapi/examples.ts';
import { refer, SCHEMAS } from '../openapi/schemas.ts';
import { describeWalletPath } from '../openapi/wallet-operation.ts';

/** Values of query parameters, by name. A cursor depends on the wallet. */
const PARAMETER_EXAMPLES: Readonly<Record<string, unknown>> = {
  page: 0,
  limit: 100,
  asset: 'USDC',
  type: 'withdrawal',
  since: '2024-02-29T12:00:00Z',
  before: '2024-03-01',
  status: 'completed',
  fields: 'id,asset,amount,timestamp',
};

/** The path item. */
export const LIST_TRANSACTIONS = describeWalletPath({
  operationId: 'listTransactions',
  summary: 'Lists the transactions of a wallet, newest first.',
  description:
    'Sorted by `timestamp`, then `id`, both descending. A page past the end is an empty list. ' +
    'A wallet that was never synchronised has no list, unless transactions were imported. ' +
    'To read everything, follow `Link` until it is missing.',
  parameters: Object.entries(LISTING_PARAMETERS).map(([name, { description, schema }]) => ({
    name,
    in: 'query',
    description,
    // A longer value does not fit into a request target.
    schema: schema['type'] === 'string' ? { maxLength: TARGET_LENGTH_MAX, ...schema } : schema,
    example: PARAMETER_EXAMPLES[name],
  })),
  schema: refer('TransactionList', SCHEMAS.TransactionList),
  example: {
    transactions: [TRANSACTION_EXAMPLE],
    pagination: { totalCount: 1, page: 0, limit: 10, pageCount: 1 },
  },
  headers: ['Link'],
  problems: [],
});
