/**
 * Builds the site of the documentation into `tools/site/dist/html`, and checks it in a browser: `npm run site`.
 * The generator is installed separately (`npm --prefix tools/site ci`), because it is 125 packages with 102 MB.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkSite } from './check-site.ts';
import { SITE_PAGES, type SitePage } from './site-pages.ts';
import { writeIndex, writePageText } from './site-text.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SITE = join(ROOT, 'tools/site');
const PAGES = join(SITE, 'dist/pages');
const HTML = join(SITE, 'dist/html');

function readPage({ path }: SitePage): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

rmSync(join(SITE, 'dist'), { recursive: true, force: true });
cpSync(join(ROOT, 'docs/images'), join(PAGES, 'images'), { recursive: true });
for (const { name, path } of SITE_PAGES) cpSync(join(ROOT, path), join(PAGES, `${name}.md`));
const generator = join(SITE, 'node_modules/vitepress/bin/vitepress.js');
const { status } = spawnSync(process.execPath, [generator, 'build', SITE], { stdio: 'inherit' });
if (status === 0) {
  for (const page of SITE_PAGES) {
    writeFileSync(join(HTML, `${page.name}.md`), writePageText(page, readPage(page)));
  }
  cpSync(join(ROOT, 'docs/images'), join(HTML, 'images'), { recursive: true });
  writeFileSync(join(HTML, 'llms.txt'), writeIndex(readPage));
  await checkSite(HTML);
} else {
  process.exitCode = 1;
}
