/** Serves built pages and their assets from memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import { acceptsEncoding } from '../plugins/compression.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in logs and metrics; by default its path. */
    label?: string;
  }
}

/** A build, and how it is served. */
export interface BuiltPages {
  /** The output of the build; without it, the pages say how to build it. */
  readonly folder: string | undefined;
  /** The URLs of the pages by their file. */
  readonly urls: Readonly<Record<string, string>>;
  /** Headers of the pages. */
  readonly headers: Readonly<Record<string, string>>;
  /** One name for all assets in logs and metrics, because their names change with every build. */
  readonly assetLabel: string;
  /** The npm script that builds them. */
  readonly script: string;
}

/** The name of an asset contains the hash of its content. */
const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
};
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** The compressed forms of a file by the extension that the build adds, the smallest first. */
const ENCODINGS = { '.br': 'br', '.gz': 'gzip' } as const;

/** Adds one route for each page and each asset. */
export function addBuiltPages(app: FastifyInstance, pages: BuiltPages): void {
  const { folder, urls, headers, assetLabel, script } = pages;
  if (folder === undefined || !Object.keys(urls).every((file) => existsSync(join(folder, file)))) {
    const message = `this page is not built: run "npm run ${script}" in the checkout, then restart the service`;
    for (const url of Object.values(urls)) {
      app.get(url, () => {
        throw new ProblemError('not_found', message);
      });
    }
    return;
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const contentType = CONTENT_TYPES[extname(path)];
    if (!entry.isFile() || contentType === undefined) continue;
    const file = relative(folder, path).replaceAll('\\', '/');
    const url = urls[file];
    // A page of another app.
    if (url === undefined && extname(path) === '.html') continue;
    const config = { label: url ?? assetLabel };
    const forms = readForms(path);
    app.get(
      url ?? `/${file}`,
      { config },
      ({ headers: { 'accept-encoding': accepted } }, reply) => {
        const form = forms.find(({ encoding }) => !encoding || acceptsEncoding(accepted, encoding));
        reply.headers(url === undefined ? ASSET_HEADERS : headers);
        if (form?.encoding !== undefined) reply.header('content-encoding', form.encoding);
        return reply.header('content-type', contentType).send(form?.body);
      },
    );
  }
}

/** Returns the forms of a file, the plain one last. An interrupted build may lack compressed ones. */
function readForms(path: string) {
  const compressed = Object.entries(ENCODINGS)
    .filter(([extension]) => existsSync(path + extension))
    .map(([extension, encoding]) => ({ encoding, body: readFileSync(path + extension) }));
  return [...compressed, { encoding: undefined, body: readFileSync(path) }];
}

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
