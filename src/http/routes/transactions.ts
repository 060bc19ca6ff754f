/** `GET /v0/wallet/transactions`: binds the cursor, reads the page and links to the next one. */
import type { FastifyInstance } from 'fastify';

import { readCursor, writeCursor } from '../../domain/listing-cursor.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { invalidParameter } from '../../domain/problem.ts';
import {
  LISTING_PARAMETERS,
  type ParsedQuery,
  parseTransactionQuery,
  type TransactionQuery,
  writeNextQuery,
} from '../../domain/query.ts';
import { writeTransactionListing } from '../../domain/response-json.ts';
import { TRANSACTION_EXAMPLE, TransactionList } from '../../domain/shapes.ts';
import { WalkExpiredError } from '../../store/errors.ts';
import type { ServedWallet, ServingStore } from '../../store/serving.ts';
import { inSpan } from '../../telemetry/in-span.ts';
import { TARGET_LENGTH_MAX } from '../limits.ts';
import { describeWalletRoute } from '../openapi/wallet-operation.ts';
import { LARGE_PAGE_ROWS } from '../plugins/reads.ts';
import { PATHS } from '../paths.ts';
import { requireHistory } from './wallet-state.ts';
import { addWalletRoute, type WalletRouteParts, type WrittenBody } from './wallet-route.ts';

type BoundRequest = ParsedQuery & Pick<TransactionQuery, 'after'>;

/** The dependencies of {@link addTransactionsRoute}. */
export interface TransactionsOptions extends WalletRouteParts {
  readonly store: Pick<ServingStore, 'listTransactions'>;
  /** Signs the cursors. */
  readonly masterKey: MasterKey;
}

const NOT_ISSUED =
  'was not issued for this wallet and these parameters; follow the whole Link of a response, or ' +
  'start without it';

const SCHEMA = describeWalletRoute({
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
  })),
  content: {
    schema: TransactionList,
    example: {
      transactions: [TRANSACTION_EXAMPLE],
      pagination: { totalCount: 1, page: 0, limit: 10, pageCount: 1 },
    },
  },
  headers: ['Link'],
});

/** Adds the route of the listing of a wallet's transactions. */
export function addTransactionsRoute(app: FastifyInstance, options: TransactionsOptions): void {
  const { masterKey } = options;
  addWalletRoute<BoundRequest>(app, options, {
    path: PATHS.transactions,
    schema: SCHEMA,
    parse: parseTransactionQuery,
    requireData: requireHistory,
    bind: ({ id }, request) => {
      const { cursor: token } = request;
      if (token === undefined) return request;
      const read = readCursor(masterKey, { walletId: id, query: request }, token);
      if (read === undefined) throw invalidParameter('cursor', NOT_ISSUED);
      return { ...request, ...read };
    },
    // Under another master key the cursors of a stored response are not valid.
    revisionOf: ({ transactionsRevision }) => `${transactionsRevision} ${masterKey.current.id}`,
    isLarge: ({ limit }) => limit >= LARGE_PAGE_ROWS,
    write: (wallet, query, rawQuery) => writeListing(options, wallet, query, rawQuery),
  });
}

async function writeListing(
  { store, masterKey }: TransactionsOptions,
  wallet: ServedWallet,
  query: BoundRequest,
  rawQuery: string,
): Promise<WrittenBody> {
  const { id } = wallet;
  const { page, limit } = query;
  try {
    const { totalCount, json, next } = await inSpan('read page', { 'teller.wallet.id': id }, () =>
      store.listTransactions(wallet, query),
    );
    const body = writeTransactionListing({ totalCount, json, page, limit });
    if (next === undefined) return { body };
    const cursor = { page: page + 1, after: next };
    const token = writeCursor(masterKey, { walletId: id, query }, cursor);
    // Only the path, because the service cannot determine its URL behind a proxy (RFC 8288).
    const nextUrl = `${PATHS.transactions}?${writeNextQuery(rawQuery, query.fields, token)}`;
    return { body, headers: { link: `<${nextUrl}>; rel="next"` } };
  } catch (error) {
    if (!(error instanceof WalkExpiredError)) throw error;
    throw invalidParameter(
      'cursor',
      'has expired: too many transactions have changed since the walk began, or the database was restored or failed ' +
        'over to an earlier state; start without it',
    );
  }
}
