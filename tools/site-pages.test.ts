import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import {
  readFirstSentence,
  SITE_PAGES,
  type SitePage,
  writeIndex,
  writePageText,
} from './site-pages.ts';

const PAGE = { name: 'client', path: 'client/README.md', title: 'Client' };

function readPage({ path }: SitePage): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

it('changes links to pages of the site, and makes others text', () => {
  const text =
    '[a](../docs/api.md#x) [b](src/index.ts) ![c](../docs/images/send.webp) [d](https://e.org/f)';
  expect(writePageText(PAGE, text)).toBe(
    '[a](./api.md#x) b ![c](./images/send.webp) [d](https://e.org/f)',
  );
});

it('does not change code', () => {
  const text = '`[a](b.md)`\n\n```js\nx[0](y);\n```\n';
  expect(writePageText(PAGE, text)).toBe(text);
});

it('reads the first sentence over several lines', () => {
  expect(readFirstSentence('# T\n\nFor all: 1.5 of\nit. More.\n\nNext.\n')).toBe(
    'For all: 1.5 of it.',
  );
});

it.each(SITE_PAGES.filter(({ name }) => name !== 'index'))(
  '$path begins with whom it is for',
  (page) => {
    expect(readFirstSentence(readPage(page))).toMatch(/^For .+[.]$/);
  },
);

it('lists every page with its first sentence in llms.txt', () => {
  const index = writeIndex(readPage);
  expect(index).toMatch(/^# wallet-teller\n\n> wallet-teller is /);
  for (const { name } of SITE_PAGES) expect(index).toContain(`](${name}.md): `);
});
