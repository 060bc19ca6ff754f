/** The explorer: the pages at `/` and `/docs`, and their assets. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import { matchesEntityTag } from '../plugins/entity-tag.ts';
import { chooseEncoded, type PageFile, readPageFiles } from './files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in logs and metrics; by default its path. */
    label?: string;
  }
}

/** The paths of the pages, by the built file. */
const PAGE_PATHS: Readonly<Record<string, string>> = {
  '/index.html': '/',
  '/docs.html': '/docs',
};

/**
 * Returns the headers that restrict a page: it may only load its own files and call its own service, even if its data
 * contains scripts or markup; it sends no referrer, and other sites have no access to it.
 *
 * @param frameOrigins origins of pages that may frame it.
 */
export function describePagePolicy(frameOrigins: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    vary: 'accept-encoding',
  };
}

/** Other sites cannot embed the pages of the explorer. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...describePagePolicy([]),
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
};

/** The name of an asset contains the hash of its content. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
};

/**
 * Adds the routes of the explorer, one for each file.
 *
 * @param folder the output of `npm run build:explorer`; without it, the pages say how to build it.
 */
export function addExplorerRoutes(app: FastifyInstance, folder: string | undefined): void {
  const isBuilt =
    folder !== undefined && Object.keys(PAGE_PATHS).every((page) => existsSync(join(folder, page)));
  if (!isBuilt) {
    for (const url of Object.values(PAGE_PATHS)) app.get(url, refuseUnbuilt);
    return;
  }
  for (const file of readPageFiles(folder)) {
    const url = PAGE_PATHS[file.name];
    // One label for all assets, because their names change with every build.
    const asset = { url: file.name, label: '/assets', headers: ASSET_HEADERS };
    addFileRoute(app, file, url === undefined ? asset : { url, headers: PAGE_HEADERS });
  }
}

/** Where a file is served, and how. */
interface FileRoute {
  readonly url: string;
  /** The name of the route in logs and metrics; by default the URL. */
  readonly label?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Adds the route of a built file. */
export function addFileRoute(
  app: FastifyInstance,
  file: PageFile,
  { url, label = url, headers }: FileRoute,
): void {
  app.get(url, { config: { label } }, (request, reply) => {
    const { encoding, entityTag, body } = chooseEncoded(file, request.headers['accept-encoding']);
    reply.headers(headers).header('etag', entityTag);
    if (matchesEntityTag(request.headers['if-none-match'] ?? '', entityTag)) {
      return reply.code(304).send();
    }
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.header('content-type', file.contentType).send(body);
  });
}

function refuseUnbuilt(): never {
  throw new ProblemError(
    'not_found',
    'the explorer is not built: run "npm run build:explorer" in the checkout, then restart the service',
  );
}
