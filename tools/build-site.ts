/**
 * Builds the site of the documentation into `tools/site/dist/html`, and checks it in a browser: `npm run site`. Next to each
 * page is its Markdown, for programs. The generator is installed separately (`npm --prefix tools/site ci`), because it is
 * 125 packages with 102 MB.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkSite } from './check-site.ts';
import { ROOT } from './files.ts';
import { SITE_PAGES, type SitePage, writeIndex, writePageText } from './site-pages.ts';

const SITE = join(ROOT, 'tools/site');
const PAGES = join(SITE, 'dist/pages');
const HTML = join(SITE, 'dist/html');
const GENERATOR = join(SITE, 'node_modules/vitepress/bin/vitepress.js');

function readPage({ path }: SitePage): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

rmSync(join(SITE, 'dist'), { recursive: true, force: true });
cpSync(join(ROOT, 'docs/images'), join(PAGES, 'images'), { recursive: true });
for (const page of SITE_PAGES) {
  writeFileSync(join(PAGES, `${page.name}.md`), writePageText(page, readPage(page)));
}
execFileSync(process.execPath, [GENERATOR, 'build', SITE], { stdio: 'inherit' });
cpSync(PAGES, HTML, { recursive: true });
writeFileSync(join(HTML, 'llms.txt'), writeIndex(readPage));
await checkSite(HTML);
