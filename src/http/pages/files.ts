import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { acceptsEncoding } from '../plugins/compression.ts';
import { entityTagOf, tagOfEncoding } from '../plugins/entity-tag.ts';

/** A built file in one encoding. */
export interface EncodedFile {
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly entityTag: string;
  readonly body: Buffer;
}

/** A built file of the pages, in every encoding of the build, the smallest first and the plain one last. */
export interface PageFile {
  /** The path in the folder, with a leading slash. */
  readonly name: string;
  readonly contentType: string;
  readonly encoded: readonly EncodedFile[];
}

/** The content types of built files. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Reads the built files of a folder into memory. */
export function readPageFiles(folder: string): readonly PageFile[] {
  const compressed = Object.values<string>(ENCODINGS);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !compressed.includes(extname(entry.name)))
    .map(({ parentPath, name }) => readPageFile(folder, join(parentPath, name)));
}

function readPageFile(folder: string, path: string): PageFile {
  const plain = readFileSync(path);
  const entityTag = entityTagOf(plain);
  const compressed = Object.entries(ENCODINGS)
    // An interrupted build must not prevent the service from starting.
    .filter(([, extension]) => existsSync(path + extension))
    .map(([name, extension]) => {
      const encoding = name as keyof typeof ENCODINGS;
      const body = readFileSync(path + extension);
      return { encoding, entityTag: tagOfEncoding(entityTag, encoding), body };
    });
  return {
    name: path.slice(folder.length).replaceAll('\\', '/'),
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    encoded: [...compressed, { encoding: undefined, entityTag, body: plain }],
  };
}

/** Returns the file in the smallest encoding that the caller accepts. */
export function chooseEncoded({ encoded }: PageFile, acceptEncoding?: string): EncodedFile {
  const accepted = encoded.find(
    ({ encoding }) => encoding === undefined || acceptsEncoding(acceptEncoding, encoding),
  );
  return accepted as EncodedFile;
}
