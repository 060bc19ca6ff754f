import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { entityTagOf } from '../answer/entity-tag.ts';

/** A built file of the explorer, in every encoding of the build. */
export interface ExplorerFile {
  readonly path: string;
  /** True for a page. Its name does not change with its content. */
  readonly isPage: boolean;
  readonly contentType: string;
  readonly entityTag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

/** The content types of built files. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The paths of the pages, by the built file. */
export const PAGE_PATHS: Readonly<Record<string, string>> = {
  '/index.html': '/',
  '/docs.html': '/docs',
};

const COMPRESSED = new Set(['.br', '.gz']);

/**
 * Reads the built pages into memory: the explorer at `/`, the reference at `/docs`, and their assets, whose
 * names change with their content.
 *
 * @param folder the output of `npm run build:explorer`.
 * @returns `undefined` if the pages are not built.
 */
export function readExplorerFiles(folder: string): readonly ExplorerFile[] | undefined {
  if (Object.keys(PAGE_PATHS).some((page) => !existsSync(join(folder, page)))) return undefined;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !COMPRESSED.has(extname(entry.name)))
    .map(({ parentPath, name }) =>
      join(parentPath, name).slice(folder.length).replaceAll('\\', '/'),
    );
  return names.map((name) => readFile(folder, name));
}

/** @param name the path, with a leading slash. */
function readFile(folder: string, name: string): ExplorerFile {
  const path = join(folder, name);
  const plain = readFileSync(path);
  const pagePath = PAGE_PATHS[name];
  return {
    path: pagePath ?? name,
    isPage: pagePath !== undefined,
    contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    entityTag: entityTagOf(plain),
    plain,
    gzip: readIfPresent(`${path}.gz`),
    brotli: readIfPresent(`${path}.br`),
  };
}

/** An interrupted build must not prevent the service from starting. */
function readIfPresent(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
