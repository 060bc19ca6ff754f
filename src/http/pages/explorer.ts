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
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  vary: 'accept-encoding',
};

/** The name of an asset contains the hash of its content. */
const ASSET_HEADERS: Readonly<Record<string, string>> = {
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
  if (isBuilt) for (const file of readPageFiles(folder)) addFileRoute(app, file);
  else for (const url of Object.values(PAGE_PATHS)) app.get(url, refuseUnbuilt);
}

function addFileRoute(app: FastifyInstance, file: PageFile): void {
  const pagePath = PAGE_PATHS[file.name];
  const headers = pagePath === undefined ? ASSET_HEADERS : PAGE_HEADERS;
  app.route({
    method: ['GET', 'HEAD'],
    url: pagePath ?? file.name,
    // One label for all assets, because their names change with every build.
    config: { label: pagePath ?? '/assets' },
    handler: (request, reply) => {
      const accepted = request.headers['accept-encoding'] ?? '';
      const { encoding, entityTag, body } = chooseEncoded(file, accepted);
      reply.headers(headers).header('etag', entityTag);
      if (matchesEntityTag(request.headers['if-none-match'] ?? '', entityTag)) {
        reply.code(304).send();
        return;
      }
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      reply.header('content-type', file.contentType).send(body);
    },
  });
}

function refuseUnbuilt(): never {
  throw new ProblemError(
    'not_found',
    'the explorer is not built: run "npm run build:explorer" in the checkout, then restart the service',
  );
}
