/** Answers about a wallet: kept by its revision, tagged by it, compressed where that is worth it. */
import { JSON_BYTES_MIN, releaseBytes } from '../../domain/json-text.ts';
import { ProblemError } from '../../domain/problem.ts';
import type { Caller, Revised, ServedWallet } from '../../store/store.ts';
import type { Answer } from '../answer/answer.ts';
import { admitCaller, readCredentials, verifyCaller } from '../auth/authentication.ts';
import { compressBody, shouldCompress } from '../answer/compression.ts';
import { entityTagOf, matchesEntityTag, tagOfEncoding } from '../answer/entity-tag.ts';
import type { RequestContext } from '../request/context.ts';
import { rawQueryOf } from '../request/target.ts';
import type { CachedBody } from '../answer/response-cache.ts';
import type { Route } from '../route.ts';
import { admitRequest, requireWallet, walletHeaders } from './served-wallet.ts';
import type { HttpService } from '../service.ts';

/** A change of how bodies are written changes the tags of bodies that callers hold. */
const BODY_FORM = 3;

/** What is told of a wallet at a path. */
export interface WalletResource<Query> {
  readonly path: string;
  /** @throws {ProblemError} for what is wrong with the raw query. */
  readonly parse: (rawQuery: string) => Query;
  /** Returns what the query means for this wallet. @throws {ProblemError} */
  readonly bind?: (wallet: ServedWallet, query: Query) => Query;
  /** @throws {ProblemError} where there is nothing to tell yet. */
  readonly requireData?: (wallet: ServedWallet) => void;
  /** Another one whenever the body is another one. */
  readonly revisionOf: (wallet: ServedWallet) => string;
  /** True where the body takes so long that others must not wait for many of them. */
  readonly isLarge?: (query: Query) => boolean;
  /** Reads and writes the body, with the headers that belong to it. */
  readonly write: (wallet: ServedWallet, query: Query, rawQuery: string) => Promise<WrittenBody>;
}

/** A body, and the headers that belong to it: names and values in turn. */
export interface WrittenBody {
  readonly body: string | Buffer;
  readonly headers?: readonly string[];
  /** False if it was written from other data than the wallet's revision names. */
  readonly isOfRevision?: boolean;
}

/** Returns true if what was read is of this revision of the wallet. */
export function isRevision({ revision }: Revised, current: number): boolean {
  return revision === undefined || revision === current;
}

/**
 * The route of a resource. Where the caller was verified a moment ago and the body is kept, the
 * answer is there at once: nothing is waited for.
 */
export function createWalletRoute<Query>(
  service: HttpService,
  resource: WalletResource<Query>,
): Route {
  return {
    path: resource.path,
    answer: (context) => {
      admitRequest(service);
      const credentials = readCredentials(context.head);
      const answerCaller = (caller: Caller): Answer | Promise<Answer> => {
        admitCaller(service, context, caller, credentials);
        return answerResource(service, context, resource, caller.wallet);
      };
      const caller = verifyCaller(service, context, credentials);
      return caller instanceof Promise ? caller.then(answerCaller) : answerCaller(caller);
    },
  };
}

/** 200 with a body that was kept or is written now, or 304, which needs neither. */
function answerResource<Query>(
  service: HttpService,
  context: RequestContext,
  resource: WalletResource<Query>,
  wallet: ServedWallet | undefined,
): Answer | Promise<Answer> {
  const rawQuery = rawQueryOf(context.request.url ?? '');
  // A body is kept only of a query that was found valid.
  const kept = wallet && service.responses.find(keyOf(resource, wallet, rawQuery));
  if (wallet === undefined || kept === undefined) {
    return answerAnew(service, context, { resource, rawQuery, found: wallet });
  }
  context.walletId = wallet.id;
  // As text it would be copied for each answer; a shorter one is sent in one piece with its headers.
  if (kept.byteLength >= JSON_BYTES_MIN && typeof kept.body === 'string') {
    kept.body = Buffer.from(kept.body);
  }
  return answerBody(context, wallet, kept);
}

async function answerAnew<Query>(
  service: HttpService,
  context: RequestContext,
  asked: {
    readonly resource: WalletResource<Query>;
    readonly rawQuery: string;
    readonly found: ServedWallet | undefined;
  },
): Promise<Answer> {
  const { resource, rawQuery } = asked;
  const parsed = resource.parse(rawQuery);
  const wallet = requireWallet(context, asked.found);
  const query = resource.bind?.(wallet, parsed) ?? parsed;
  resource.requireData?.(wallet);
  const key = keyOf(resource, wallet, rawQuery);
  const entityTag = entityTagOf(key);
  const known = findKnownTag(context, entityTag);
  if (known !== undefined) return answerUnchanged(wallet, known);
  const write = (): ReturnType<typeof resource.write> => {
    if (context.response.destroyed) throw new ProblemError('overloaded', 'the caller has gone');
    return resource.write(wallet, query, rawQuery);
  };
  const large = resource.isLarge?.(query) === true;
  const {
    body,
    headers = [],
    isOfRevision = true,
  } = await (large ? service.largePages.run(wallet.projectId, write) : write());
  const tag = isOfRevision ? entityTag : entityTagOf(body);
  const entry: CachedBody = { entityTag: tag, headers, body, byteLength: Buffer.byteLength(body) };
  const isOwn = !isOfRevision || !service.responses.keep(key, entry);
  return answerBody(context, wallet, entry, isOwn);
}

function keyOf<Query>(
  { path, revisionOf }: WalletResource<Query>,
  wallet: ServedWallet,
  rawQuery: string,
): string {
  return `${BODY_FORM} ${path}?${rawQuery} ${wallet.id} ${revisionOf(wallet)}`;
}

/** @param isOwn true where the body is not kept. */
function answerBody(
  context: RequestContext,
  wallet: ServedWallet,
  entry: CachedBody,
  isOwn = false,
): Answer | Promise<Answer> {
  const known = findKnownTag(context, entry.entityTag);
  if (known !== undefined) return answerUnchanged(wallet, known, entry.headers);
  if (!shouldCompress(context.head.headers['accept-encoding'], entry.byteLength)) {
    return answerPlain(wallet, entry, isOwn);
  }
  return entry.gzip === undefined
    ? compressFirst(wallet, entry, isOwn)
    : answerCompressed(wallet, entry, entry.gzip);
}

/** The body compressed, which is kept, or as it is while too many are being compressed. */
async function compressFirst(
  wallet: ServedWallet,
  entry: CachedBody,
  isOwn: boolean,
): Promise<Answer> {
  const gzip = await compressBody(entry);
  if (gzip === undefined) return answerPlain(wallet, entry, isOwn);
  if (isOwn && typeof entry.body !== 'string') releaseBytes(entry.body);
  return answerCompressed(wallet, entry, gzip);
}

function answerPlain(wallet: ServedWallet, entry: CachedBody, isOwn = false): Answer {
  const { entityTag, body, byteLength } = entry;
  return { status: 200, headers: bodyHeaders(wallet, entry, entityTag), body, byteLength, isOwn };
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

/** The tag by which the caller has the body already, in whichever form. */
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
