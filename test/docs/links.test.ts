/** The links of every page lead to files and headings that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { readAnchors, readLinks } from './markdown.ts';
import { SITE_PAGES } from '../../tools/site-pages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] });

/** Returns the links of a page whose file or heading is missing, each with its line. */
function findDeadLinks(path: string, page: string): readonly string[] {
  return readLinks(page)
    .filter(({ target }) => !target.startsWith('https://') && !exists(path, page, target))
    .map(({ target, line }) => `${path}:${line}: ${target}`);
}

function exists(path: string, page: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  if (file === '') return readAnchors(page).has(anchor ?? '');
  const linked = join(ROOT, dirname(path), file);
  if (!existsSync(linked)) return false;
  return anchor === undefined || readAnchors(readFileSync(linked, 'utf8')).has(anchor);
}

it.each(PAGES)('%s has no dead link', (path) => {
  expect(findDeadLinks(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
});

it.each(PAGES)('%s names only files of the repository that exist', (path) => {
  const page = readFileSync(join(ROOT, path), 'utf8');
  const named = page.matchAll(/`((?:src|test|tools|deploy|bench|docs)\/[\w./-]+\.\w+)`/g);
  const missing = [...named]
    .map(([, name = '']) => name)
    .filter((name) => !existsSync(join(ROOT, name)));
  expect(missing).toEqual([]);
});

it('finds missing files and missing headings', () => {
  const page = '# A b\n\n[x](none.md) [y](#a-b) [z](#c) [w](README.md#no-such) `[v](no)`\n';
  expect(findDeadLinks('page.md', page)).toEqual([
    'page.md:3: none.md',
    'page.md:3: #c',
    'page.md:3: README.md#no-such',
  ]);
});

it('has every page of docs/ on the site, and no other page of it', () => {
  const listed = SITE_PAGES.map(({ path }) => path).filter((path) => path.startsWith('docs/'));
  expect(listed.toSorted()).toEqual(PAGES.filter((path) => path.startsWith('docs/')).toSorted());
});
