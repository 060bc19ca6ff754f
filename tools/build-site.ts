/**
 * Builds the site of the documentation into `tools/site/dist/html`, and checks it in a browser: `npm run site`.
 * The generator is installed separately (`npm --prefix tools/site ci`), because it is 125 packages with 102 MB.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkSite } from './check-site.ts';
import { changeLinks } from './markdown.ts';
import { SITE_PAGES, type SitePage } from './site-pages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SITE = join(ROOT, 'tools/site');
const PAGES = join(SITE, 'dist/pages');
const HTML = join(SITE, 'dist/html');
const IMAGES = 'docs/images/';

/**
 * Returns the target of a link on the site. Other files of the repository are not part of the site: their
 * links become text.
 */
function changeTarget(page: SitePage, target: string): string | undefined {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [file = '', anchor] = posix.join(posix.dirname(page.path), target).split('#');
  if (file.startsWith(IMAGES)) return `./images/${file.slice(IMAGES.length)}`;
  const linked = SITE_PAGES.find(({ path }) => path === file);
  if (linked === undefined) return undefined;
  return `./${linked.name}.md${anchor === undefined ? '' : `#${anchor}`}`;
}

rmSync(join(SITE, 'dist'), { recursive: true, force: true });
mkdirSync(PAGES, { recursive: true });
cpSync(join(ROOT, IMAGES), join(PAGES, 'images'), { recursive: true });
for (const page of SITE_PAGES) {
  const text = readFileSync(join(ROOT, page.path), 'utf8');
  const changed = changeLinks(text, (target) => changeTarget(page, target));
  writeFileSync(join(PAGES, `${page.name}.md`), changed);
}
const generator = join(SITE, 'node_modules/vitepress/bin/vitepress.js');
const { status } = spawnSync(process.execPath, [generator, 'build', SITE], { stdio: 'inherit' });
if (status === 0) await checkSite(HTML);
else process.exitCode = 1;
