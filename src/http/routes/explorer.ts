import { ProblemError } from '../../domain/problem.ts';
import type { Answer } from '../answer/route-answer.ts';
import { acceptsEncoding } from '../answer/compression.ts';
import { matchesEntityTag, tagOfEncoding } from '../answer/entity-tag.ts';
import { type ExplorerFile, PAGE_PATHS, readExplorerFiles } from './explorer-files.ts';
import type { RequestContext } from '../request/context.ts';
import type { Route } from '../route.ts';

/**
 * The page may only load its own files and call its own service, even if its data contains scripts or markup.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Headers of the page: it sends no referrer, other sites cannot embed it, and they have no access to it. */
const PAGE_HEADERS: readonly string[] = [
  'cache-control',
  'no-cache',
  'content-security-policy',
  CONTENT_SECURITY_POLICY,
  'referrer-policy',
  'no-referrer',
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
  'permissions-policy',
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
];

/** The name of an asset contains the hash of its content. */
const ASSET_HEADERS: readonly string[] = [
  'cache-control',
  'public, max-age=31536000, immutable',
  'cross-origin-resource-policy',
  'same-origin',
];

/**
 * Creates the routes of the explorer: the pages at `/` and `/docs`, and one route for each asset, so that the
 * lookup of other routes does not become slower.
 *
 * @param folder the folder of the built explorer; without it, the pages say how to build it.
 */
export function createExplorerRoutes(folder: string | undefined): Route[] {
  const files = folder === undefined ? undefined : readExplorerFiles(folder);
  if (files === undefined) {
    return Object.values(PAGE_PATHS).map((path) => ({ path, answer: refuseUnbuilt }));
  }
  return files.map((file) => createFileRoute(file));
}

function createFileRoute(file: ExplorerFile): Route {
  const headers = file.isPage ? PAGE_HEADERS : ASSET_HEADERS;
  return {
    path: file.path,
    // One label for all assets, because their names change with every build.
    label: file.isPage ? file.path : '/assets',
    answer: (context) => answerFile(context, file, headers),
  };
}

function answerFile(
  { head }: RequestContext,
  file: ExplorerFile,
  fileHeaders: readonly string[],
): Answer {
  const [encoding, body] = chooseEncoding(head.headers['accept-encoding'], file);
  const entityTag =
    encoding === undefined ? file.entityTag : tagOfEncoding(file.entityTag, encoding);
  const headers = [...fileHeaders, 'vary', 'accept-encoding', 'etag', entityTag];
  const ifNoneMatch = head.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) {
    return { status: 304, headers, body: undefined };
  }
  headers.push('content-type', file.contentType);
  if (encoding !== undefined) headers.push('content-encoding', encoding);
  return { status: 200, headers, body, byteLength: body.length };
}

/** Returns the file in the smallest encoding that the caller accepts. */
function chooseEncoding(
  acceptEncoding: string | undefined,
  { plain, gzip, brotli }: ExplorerFile,
): readonly ['br' | 'gzip' | undefined, Buffer] {
  if (brotli !== undefined && acceptsEncoding(acceptEncoding, 'br')) return ['br', brotli];
  if (gzip !== undefined && acceptsEncoding(acceptEncoding, 'gzip')) return ['gzip', gzip];
  return [undefined, plain];
}

function refuseUnbuilt(): never {
  throw new ProblemError(
    'not_found',
    'the explorer is not built: run "npm run build:explorer" in the checkout, then restart the service',
  );
}
