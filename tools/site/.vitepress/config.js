/** The settings of the site. `npm run site` copies its pages into `dist/pages`. */
import { slug } from 'github-slugger';

import { changeTarget, PAGE_GROUPS, SITE_PAGES } from '../../site-pages.ts';

/** Code without a language has no scroll bar otherwise, and wide tables need narrow cells. */
const STYLE = `
  .vp-doc pre { overflow-x: auto; }
  .vp-doc td, .vp-doc th { padding: 8px 10px; }
`;

/**
 * Changes the links of a page, which has the links of its file in the repository. Other files of the repository are not
 * part of the site: their links become text.
 */
function changeLinks({ tokens, env }) {
  const page = SITE_PAGES.find(({ name }) => `${name}.md` === env.relativePath);
  const open = [];
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'link_close') token.tag = open.pop();
    const name = { link_open: 'href', image: 'src' }[token.type];
    if (name === undefined) continue;
    const target = changeTarget(page, token.attrGet(name));
    if (target === undefined) Object.assign(token, { tag: 'span', attrs: [] });
    else token.attrSet(name, target);
    if (token.type === 'link_open') open.push(token.tag);
  }
}

export default {
  title: 'wallet-teller',
  description: 'Transactions and withdrawable balances of wallets at crypto exchanges',
  lang: 'en',
  srcDir: 'dist/pages',
  outDir: 'dist/html',
  cacheDir: 'dist/cache',
  head: [['style', {}, STYLE]],
  markdown: {
    anchor: { slugify: (text) => slug(text) },
    config: (markdown) => markdown.core.ruler.push('change_links', changeLinks),
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: PAGE_GROUPS.map(({ title, pages }) => ({
      text: title,
      items: pages.map(({ name, title: text }) => ({
        text,
        link: name === 'index' ? '/' : `/${name}`,
      })),
    })),
  },
};
