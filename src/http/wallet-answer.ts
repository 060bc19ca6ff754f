/** Answers about a wallet: kept by its revision, tagged by it, compressed where that is worth it. */
import type { ServedWallet } from '../store/store.ts';
import type { Answer } from './answer.ts';
import { compressBody, shouldCompress } from './compression.ts';
import { entityTagOf, matchesEntityTag } from './entity-tag.ts';
import type { RequestContext } from './request-context.ts';
import { rawQueryOf } from './request-target.ts';
import type { CachedBody } from './response-cache.ts';
import { walletHeaders } from './served-wallet.ts';
import type { HttpService } from './service.ts';

/** A change of how bodies are written changes the tags of bodies that callers hold. */
const BODY_FORM = 1;

/** What is to be answered. */
export interface WalletRepresentation {
  readonly wallet: ServedWallet;
  /** Another one whenever the body is another one. */
  readonly revision: string;
  /** Reads and writes the body, with the headers that belong to it. */
  readonly write: () => Promise<{ readonly body: string; readonly headers?: readonly string[] }>;
}

/** 200 with a body that was kept or is written now, or 304, which needs neither. */
export async function answerWallet(
  service: HttpService,
  context: RequestContext,
  { wallet, revision, write }: WalletRepresentation,
): Promise<Answer> {
  const query = rawQueryOf(context.request.url ?? '');
  const key = `${BODY_FORM} ${context.route}?${query} ${wallet.id} ${revision}`;
  const kept = service.responses.find(key);
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } =
    context.request.headers;
  if (ifNoneMatch !== undefined) {
    const tag = kept?.entityTag ?? entityTagOf(key);
    const known = [tag, compressedTagOf(tag)].find((each) => matchesEntityTag(ifNoneMatch, each));
    if (known !== undefined) {
      const headers = [...walletHeaders(wallet), ...(kept?.headers ?? []), 'etag', known];
      return { status: 304, headers, body: undefined };
    }
  }
  const entry = kept ?? (await writeEntry(service, key, write));
  const headers = walletHeaders(wallet);
  headers.push(...entry.headers, 'content-type', 'application/json');
  if (shouldCompress(acceptEncoding, entry.byteLength)) {
    const gzip = entry.gzip ?? (await compressBody(entry.body));
    if (gzip !== undefined) {
      entry.gzip = gzip;
      headers.push('etag', compressedTagOf(entry.entityTag), 'content-encoding', 'gzip');
      return { status: 200, headers, body: gzip };
    }
  }
  headers.push('etag', entry.entityTag);
  return { status: 200, headers, body: entry.body, byteLength: entry.byteLength };
}

async function writeEntry(
  service: HttpService,
  key: string,
  write: WalletRepresentation['write'],
): Promise<CachedBody> {
  const { body, headers = [] } = await write();
  const byteLength = Buffer.byteLength(body);
  const entry: CachedBody = { entityTag: entityTagOf(key), body, byteLength, headers };
  service.responses.keep(key, entry);
  return entry;
}

/** Other bytes, another strong tag (RFC 9110 §8.8.3.3). */
function compressedTagOf(entityTag: string): string {
  return `${entityTag.slice(0, -1)}-gzip"`;
}
