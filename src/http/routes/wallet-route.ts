/**
 * The routes of the two endpoints: authenticate, find the cached body, parse the parameters, find the wallet, read and
 * write the body. Each stage refuses with a problem.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import { rawQueryOf } from '../../domain/query.ts';
import type { ServedWallet } from '../../store/serving.ts';
import { COMPRESSED_BYTES_MIN } from '../plugins/compression.ts';
import { entityTagOf, findKnownTag } from '../plugins/entity-tag.ts';
import type { Reads } from '../plugins/reads.ts';
import type { CachedBody, ResponseCache } from '../plugins/response-cache.ts';
import { keepText } from '../plugins/send-text.ts';
import { memoizeByWallet, syncHeaders } from './wallet-state.ts';

/**
 * The version of the format of bodies. It changes with the format, so that callers do not reuse an older
 * body.
 */
const BODY_FORM = 3;

/** A resource of a wallet: its path, its parameters, and the functions that write its body. */
export interface WalletResource<Query> {
  readonly path: string;
  /** The OpenAPI operation. */
  readonly schema: FastifySchema;
  /** Parses the raw query. @throws {ProblemError} if it is invalid. */
  readonly parse: (rawQuery: string) => Query;
  /** Binds the query to the wallet. @throws {ProblemError} if it is invalid for the wallet. */
  readonly bind?: (wallet: ServedWallet, query: Query) => Query;
  /** Checks that the wallet has data. @throws {ProblemError} if it has none yet. */
  readonly requireData: (wallet: ServedWallet) => void;
  /** Returns a text that changes whenever the body changes. */
  readonly revisionOf: (wallet: ServedWallet) => string;
  /** Returns true if writing the body takes so long that it has to be queued. */
  readonly isLarge?: (query: Query) => boolean;
  /** Reads the data and writes the body, with its headers. */
  readonly write: (wallet: ServedWallet, query: Query, rawQuery: string) => Promise<WrittenBody>;
}

/** A body and its headers. */
export interface WrittenBody {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The dependencies of {@link addWalletRoute}. */
export interface WalletRouteParts {
  /** Limits the bodies that are read and written. */
  readonly reads: Reads;
  readonly responses: ResponseCache;
}

/** Adds the route of a resource. If the caller and the body are cached, the response is sent synchronously. */
export function addWalletRoute<Query>(
  app: FastifyInstance,
  { reads, responses }: WalletRouteParts,
  resource: WalletResource<Query>,
): void {
  const { path, schema, revisionOf } = resource;
  const versionOf = memoizeByWallet((wallet) =>
    entityTagOf(`${BODY_FORM} ${path} ${wallet.id} ${revisionOf(wallet)}`),
  );
  const keyOf = (wallet: ServedWallet, rawQuery: string): string => {
    const version = versionOf(wallet);
    return rawQuery === '' ? version : `${version}?${rawQuery}`;
  };

  const createBody = async (request: FastifyRequest, reply: FastifyReply): Promise<CachedBody> => {
    const rawQuery = rawQueryOf(request.url);
    const parsed = resource.parse(rawQuery);
    const wallet = requireWallet(request);
    const query = resource.bind?.(wallet, parsed) ?? parsed;
    resource.requireData(wallet);
    const key = keyOf(wallet, rawQuery);
    const entityTag = rawQuery === '' ? key : entityTagOf(key);
    // The caller has the body, so it is neither read nor sent.
    if (findKnownTag(request.headers['if-none-match'], entityTag)) {
      return { entityTag, headers: {}, body: '' };
    }
    const write = (): Promise<WrittenBody> => {
      if (reply.raw.destroyed) throw new ProblemError('overloaded', 'the caller has disconnected');
      return resource.write(wallet, query, rawQuery);
    };
    const isLarge = resource.isLarge?.(query) === true;
    // The data is of the wallet's revision or a later one: both are read in the transactions that commit them.
    const { body: text, headers = {} } = await (isLarge
      ? reads.runLarge(wallet.projectId, write)
      : write());
    // Long text would be measured and copied again for each response; a short one is sent in one write with its headers.
    const body = text.length < COMPRESSED_BYTES_MIN ? text : Buffer.from(text);
    const entry = { entityTag, headers, body };
    responses.set(key, entry);
    return entry;
  };

  app.get(path, { schema, onRequest: app.authenticate }, (request, reply) => {
    const wallet = request.caller?.wallet;
    // Only responses to valid queries are cached.
    const cached = wallet && responses.get(keyOf(wallet, rawQueryOf(request.url)));
    if (wallet && cached !== undefined) {
      // If an import is undone whose rows were all synchronised meanwhile, the revision remains.
      resource.requireData(wallet);
      return respond(request, reply, cached);
    }
    return reads
      .run(() => createBody(request, reply))
      .then((body) => respond(request, reply, body));
  });
}

/** @throws {ProblemError} `wallet_not_found`, the same for an unknown wallet, one of another tenant, and one of another key. */
function requireWallet(request: FastifyRequest): ServedWallet {
  const wallet = request.caller?.wallet;
  if (wallet === undefined) {
    const message = 'the wallet does not exist, or the API key cannot read it';
    throw new ProblemError('wallet_not_found', message);
  }
  return wallet;
}

/** Returns the body after its headers were set, or sends 304 if the caller has it. */
function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  { entityTag, headers, body }: CachedBody,
): string | Buffer | FastifyReply {
  const wallet = requireWallet(request);
  reply.headers(syncHeaders(wallet)).headers(headers);
  const known = findKnownTag(request.headers['if-none-match'], entityTag);
  if (known !== undefined) return reply.code(304).header('etag', known).send();
  reply.headers({ etag: entityTag, 'content-type': 'application/json' }).serializer(keepText);
  return body;
}
