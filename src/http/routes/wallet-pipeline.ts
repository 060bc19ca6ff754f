/**
 * The pipeline of every request about a wallet: admit, read credentials, verify the caller, admit the caller,
 * find the cached body, parse the parameters, find the wallet, read and write the body. Each stage refuses with
 * a problem.
 */
import { ProblemError } from '../../domain/problem.ts';
import type { Caller, ServedWallet } from '../../store/serving.ts';
import type { Answer } from '../answer/route-answer.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import { readCredentialHeaders } from '../auth/credentials.ts';
import { compressBody, shouldCompress } from '../answer/compression.ts';
import { entityTagOf, matchesEntityTag, tagOfEncoding } from '../answer/entity-tag.ts';
import type { RequestContext } from '../request/context.ts';
import { rawQueryOf } from '../request/target.ts';
import type { LargePageQueue } from '../answer/large-page-queue.ts';
import type { CachedBody, ResponseCache } from '../answer/response-cache.ts';
import type { Route } from '../route.ts';
import { memoizeByWallet } from './memoize-by-wallet.ts';
import { walletHeaders } from './wallet-headers.ts';

/**
 * The version of the format of bodies. It changes with the format, so that callers do not reuse an older
 * body.
 */
const BODY_FORM = 3;

/** A resource of a wallet: its path, its parameters, and the functions that write its body. */
export interface WalletResource<Query> {
  readonly path: string;
  /** Parses the raw query. @throws {ProblemError} if it is invalid. */
  readonly parse: (rawQuery: string) => Query;
  /** Binds the query to the wallet. @throws {ProblemError} if it is invalid for the wallet. */
  readonly bind?: (wallet: ServedWallet, query: Query) => Query;
  /** Checks that the wallet has data. @throws {ProblemError} if it has none yet. */
  readonly requireData?: (wallet: ServedWallet) => void;
  /** Returns a text that changes whenever the body changes. */
  readonly revisionOf: (wallet: ServedWallet) => string;
  /** Returns true if writing the body takes so long that it has to be queued. */
  readonly isLarge?: (query: Query) => boolean;
  /** Reads the data and writes the body, with its headers. */
  readonly write: (wallet: ServedWallet, query: Query, rawQuery: string) => Promise<WrittenBody>;
}

/** A resource with a version. */
interface VersionedResource<Query> extends WalletResource<Query> {
  /** Returns the entity tag of the resource of a wallet, for a request without parameters. */
  readonly versionOf: (wallet: ServedWallet) => string;
}

/** A body and its headers: names and values alternately. */
export interface WrittenBody {
  readonly body: string | Buffer;
  readonly headers?: readonly string[];
}

/** Minimum size of a cached body that is kept as bytes: 60 KB are sent in 40 µs instead of 66. */
const CACHED_BYTES_MIN = 16_384;

/** The dependencies of {@link createWalletRoute}. */
export interface WalletPipeline {
  readonly authenticator: Authenticator;
  readonly responses: ResponseCache;
  readonly largePages: LargePageQueue;
  /** Admits a request before any work is done. @throws {ProblemError} `overloaded` if there are too many. */
  readonly admitRequest: () => void;
}

/**
 * Creates the route of a resource. If the caller and the body are cached, the answer is returned
 * synchronously.
 */
export function createWalletRoute<Query>(
  pipeline: WalletPipeline,
  resource: WalletResource<Query>,
): Route {
  const { path, revisionOf } = resource;
  const versionOf = memoizeByWallet((wallet) =>
    entityTagOf(`${BODY_FORM} ${path} ${wallet.id} ${revisionOf(wallet)}`),
  );
  const versioned = { ...resource, versionOf };
  return {
    path,
    answer: (context) => {
      pipeline.admitRequest();
      const credentials = readCredentialHeaders(context.head);
      const answerCaller = (caller: Caller): Answer | Promise<Answer> => {
        pipeline.authenticator.admit(context, caller, credentials);
        return answerResource(pipeline, context, versioned, caller.wallet);
      };
      const caller = pipeline.authenticator.verify(context, credentials);
      return caller instanceof Promise ? caller.then(answerCaller) : answerCaller(caller);
    },
  };
}

/** Returns 200 with a cached or new body, or 304. */
function answerResource<Query>(
  pipeline: WalletPipeline,
  context: RequestContext,
  resource: VersionedResource<Query>,
  wallet: ServedWallet | undefined,
): Answer | Promise<Answer> {
  const rawQuery = rawQueryOf(context.request.url ?? '');
  // Only responses to valid queries are cached.
  const cached = wallet && pipeline.responses.find(keyOf(resource, wallet, rawQuery));
  if (wallet === undefined || cached === undefined) {
    return answerNewBody(pipeline, context, { resource, rawQuery, found: wallet });
  }
  context.walletId = wallet.id;
  // Long text would be copied for each response, so it is stored as bytes. A short text is sent in one write
  // with its headers.
  if (cached.byteLength >= CACHED_BYTES_MIN && typeof cached.body === 'string') {
    cached.body = Buffer.from(cached.body);
  }
  return answerBody(context, wallet, cached);
}

async function answerNewBody<Query>(
  { responses, largePages }: WalletPipeline,
  context: RequestContext,
  requested: {
    readonly resource: VersionedResource<Query>;
    readonly rawQuery: string;
    readonly found: ServedWallet | undefined;
  },
): Promise<Answer> {
  const { resource, rawQuery } = requested;
  const parsed = resource.parse(rawQuery);
  const wallet = requireWallet(context, requested.found);
  const query = resource.bind?.(wallet, parsed) ?? parsed;
  resource.requireData?.(wallet);
  const key = keyOf(resource, wallet, rawQuery);
  const entityTag = rawQuery === '' ? key : entityTagOf(key);
  const known = findKnownTag(context, entityTag);
  if (known !== undefined) return answerUnchanged(wallet, known);
  const write = (): ReturnType<typeof resource.write> => {
    if (context.response.destroyed) {
      throw new ProblemError('overloaded', 'the caller has disconnected');
    }
    return resource.write(wallet, query, rawQuery);
  };
  const large = resource.isLarge?.(query) === true;
  // The data is of the wallet's revision or a later one: both are read in the transactions that commit them.
  const { body, headers = [] } = await (large ? largePages.run(wallet.projectId, write) : write());
  const entry: CachedBody = { entityTag, headers, body, byteLength: Buffer.byteLength(body) };
  responses.add(key, entry);
  return answerBody(context, wallet, entry);
}

/**
 * Returns the wallet.
 *
 * @throws {ProblemError} `wallet_not_found`, the same for an unknown and another tenant's wallet.
 */
function requireWallet(context: RequestContext, wallet: ServedWallet | undefined): ServedWallet {
  if (wallet === undefined) {
    throw new ProblemError(
      'wallet_not_found',
      'the project of the API key does not have this wallet',
    );
  }
  context.walletId = wallet.id;
  return wallet;
}

/**
 * Returns the key of a body in the cache: the entity tag for a request without parameters, or a longer text.
 */
function keyOf<Query>(
  { versionOf }: VersionedResource<Query>,
  wallet: ServedWallet,
  rawQuery: string,
): string {
  const version = versionOf(wallet);
  return rawQuery === '' ? version : `${version}?${rawQuery}`;
}

/** Returns the answer with this body. */
function answerBody(
  context: RequestContext,
  wallet: ServedWallet,
  entry: CachedBody,
): Answer | Promise<Answer> {
  const known = findKnownTag(context, entry.entityTag);
  if (known !== undefined) return answerUnchanged(wallet, known, entry.headers);
  if (!shouldCompress(context.head.headers['accept-encoding'], entry.byteLength)) {
    return answerPlain(wallet, entry);
  }
  return entry.gzip === undefined
    ? compressFirst(wallet, entry)
    : answerCompressed(wallet, entry, entry.gzip);
}

/** Returns the compressed body, which is cached, or the plain body if too many are being compressed. */
async function compressFirst(wallet: ServedWallet, entry: CachedBody): Promise<Answer> {
  const gzip = await compressBody(entry);
  if (gzip === undefined) return answerPlain(wallet, entry);
  return answerCompressed(wallet, entry, gzip);
}

function answerPlain(wallet: ServedWallet, entry: CachedBody): Answer {
  const { entityTag, body, byteLength } = entry;
  return { status: 200, headers: bodyHeaders(wallet, entry, entityTag), body, byteLength };
}

function answerCompressed(wallet: ServedWallet, entry: CachedBody, gzip: Buffer): Answer {
  const headers = bodyHeaders(wallet, entry, tagOfEncoding(entry.entityTag, 'gzip'));
  headers.push('content-encoding', 'gzip');
  return { status: 200, headers, body: gzip, byteLength: gzip.length };
}

function bodyHeaders(wallet: ServedWallet, entry: CachedBody, entityTag: string): string[] {
  const headers = walletHeaders(wallet);
  headers.push(...entry.headers, 'content-type', 'application/json', 'etag', entityTag);
  return headers;
}

/**
 * Returns the entity tag of the body that the caller already has, plain or compressed; otherwise `undefined`.
 */
function findKnownTag({ head }: RequestContext, entityTag: string): string | undefined {
  const ifNoneMatch = head.headers['if-none-match'];
  if (ifNoneMatch === undefined) return undefined;
  return [entityTag, tagOfEncoding(entityTag, 'gzip')].find((tag) =>
    matchesEntityTag(ifNoneMatch, tag),
  );
}

function answerUnchanged(
  wallet: ServedWallet,
  entityTag: string,
  own: readonly string[] = [],
): Answer {
  const headers = walletHeaders(wallet);
  headers.push(...own, 'etag', entityTag);
  return { status: 304, headers, body: undefined };
}
