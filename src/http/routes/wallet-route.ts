/**
 * The routes of the two endpoints: admit, authenticate, find the cached body, parse the parameters, find the wallet,
 * read and write the body. Each stage refuses with a problem.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import type { ServedWallet } from '../../store/serving.ts';
import type { Admission } from '../plugins/admission.ts';
import { compressBody, shouldCompress } from '../plugins/compression.ts';
import { entityTagOf, findKnownTag, tagOfEncoding } from '../plugins/entity-tag.ts';
import type { LargePageQueue } from '../plugins/large-pages.ts';
import type { CachedBody, ResponseCache } from '../plugins/response-cache.ts';
import { sendText } from '../plugins/send-text.ts';
import { rawQueryOf } from '../plugins/target.ts';
import type { UnsentResponses } from '../plugins/unsent-responses.ts';
import { memoizeByWallet, walletHeaders } from './wallet-headers.ts';

/**
 * The version of the format of bodies. It changes with the format, so that callers do not reuse an older
 * body.
 */
const BODY_FORM = 3;
/** Minimum size of a cached body that is kept as bytes: 60 KB are sent in 40 µs instead of 66. */
const CACHED_BYTES_MIN = 16_384;
const JSON_TYPE = 'application/json';

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

/** A body and its headers. */
export interface WrittenBody {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The dependencies of {@link addWalletRoute}. */
export interface WalletRouteParts {
  /** Limits the bodies that are read and written. */
  readonly admission: Admission;
  readonly responses: ResponseCache;
  readonly largePages: LargePageQueue;
  readonly unsent: UnsentResponses;
}

/** Adds the route of a resource. If the caller and the body are cached, the response is sent synchronously. */
export function addWalletRoute<Query>(
  app: FastifyInstance,
  parts: WalletRouteParts,
  resource: WalletResource<Query>,
): void {
  const { path, revisionOf } = resource;
  const versionOf = memoizeByWallet((wallet) =>
    entityTagOf(`${BODY_FORM} ${path} ${wallet.id} ${revisionOf(wallet)}`),
  );
  const keyOf = (wallet: ServedWallet, rawQuery: string): string => {
    const version = versionOf(wallet);
    return rawQuery === '' ? version : `${version}?${rawQuery}`;
  };

  /** Reads the body, unless the caller has it. */
  const answerNewBody = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const rawQuery = rawQueryOf(request.url);
    const parsed = resource.parse(rawQuery);
    const wallet = requireWallet(request);
    const query = resource.bind?.(wallet, parsed) ?? parsed;
    resource.requireData?.(wallet);
    const key = keyOf(wallet, rawQuery);
    const entityTag = rawQuery === '' ? key : entityTagOf(key);
    const known = findKnownTag(request.headers['if-none-match'], entityTag);
    if (known !== undefined) {
      sendUnchanged(reply, wallet, known);
      return;
    }
    const write = (): Promise<WrittenBody> => {
      if (reply.raw.destroyed) throw new ProblemError('overloaded', 'the caller has disconnected');
      return resource.write(wallet, query, rawQuery);
    };
    const isLarge = resource.isLarge?.(query) === true;
    // The data is of the wallet's revision or a later one: both are read in the transactions that commit them.
    const written = await (isLarge ? parts.largePages.run(wallet.projectId, write) : write());
    const { body, headers = {} } = written;
    const entry = { entityTag, headers, body, byteLength: Buffer.byteLength(body) };
    parts.responses.add(key, entry);
    await sendBody(parts, reply, wallet, entry);
  };

  app.get(path, {
    onRequest: app.authenticate,
    handler: (request, reply) => {
      const wallet = request.caller?.wallet;
      // Only responses to valid queries are cached.
      const cached = wallet && parts.responses.find(keyOf(wallet, rawQueryOf(request.url)));
      if (wallet === undefined || cached === undefined) {
        return parts.admission.run(() => answerNewBody(request, reply));
      }
      request.walletId = wallet.id;
      // Long text would be copied for each response, so it is stored as bytes. A short text is sent in one write
      // with its headers.
      if (cached.byteLength >= CACHED_BYTES_MIN && typeof cached.body === 'string') {
        cached.body = Buffer.from(cached.body);
      }
      return sendBody(parts, reply, wallet, cached);
    },
  });
}

/** @throws {ProblemError} `wallet_not_found`, the same for an unknown and another tenant's wallet. */
function requireWallet(request: FastifyRequest): ServedWallet {
  const wallet = request.caller?.wallet;
  if (wallet === undefined) {
    throw new ProblemError(
      'wallet_not_found',
      'the project of the API key does not have this wallet',
    );
  }
  request.walletId = wallet.id;
  return wallet;
}

/** Sends 200 with the body, compressed if the caller accepts it, or 304. */
function sendBody(
  parts: WalletRouteParts,
  reply: FastifyReply,
  wallet: ServedWallet,
  entry: CachedBody,
): Promise<void> | undefined {
  const { headers } = reply.request;
  const known = findKnownTag(headers['if-none-match'], entry.entityTag);
  if (known !== undefined) {
    reply.headers(entry.headers);
    sendUnchanged(reply, wallet, known);
    return undefined;
  }
  const isCompressed = shouldCompress(headers['accept-encoding'], entry.byteLength);
  if (isCompressed && entry.gzip === undefined) {
    return compressBody(entry).then((gzip) => sendEncoded(parts, reply, wallet, entry, gzip));
  }
  sendEncoded(parts, reply, wallet, entry, isCompressed ? entry.gzip : undefined);
  return undefined;
}

/** @param gzip the compressed body; the plain body is sent without it. */
function sendEncoded(
  { unsent }: WalletRouteParts,
  reply: FastifyReply,
  wallet: ServedWallet,
  entry: CachedBody,
  gzip: Buffer | undefined,
): void {
  reply.headers(walletHeaders(wallet)).headers(entry.headers);
  if (gzip === undefined) {
    reply.header('etag', entry.entityTag);
    if (typeof entry.body === 'string') sendText(reply, JSON_TYPE, entry.body);
    else reply.header('content-type', JSON_TYPE).send(entry.body);
  } else {
    reply.header('etag', tagOfEncoding(entry.entityTag, 'gzip'));
    reply.headers({ 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }).send(gzip);
  }
  if (reply.raw.writableLength > 0) unsent.hold(reply.request.keyId ?? '', reply);
}

function sendUnchanged(reply: FastifyReply, wallet: ServedWallet, entityTag: string): void {
  reply.code(304).headers(walletHeaders(wallet)).header('etag', entityTag).send();
}
