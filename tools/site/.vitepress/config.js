/** The settings of the site. `npm run site` writes its pages into `dist/pages`. */
import { slug } from 'github-slugger';

import { PAGE_GROUPS } from '../../site-pages.ts';

/** Code without a language has no scroll bar otherwise, and wide tables need narrow cells. */
const STYLE = `
  .vp-doc pre { overflow-x: auto; }
  .vp-doc td, .vp-doc th { padding: 8px 10px; }
`;

export default {
  title: 'wallet-teller',
  description: 'Transactions and withdrawable balances of wallets at crypto exchanges',
  lang: 'en',
  srcDir: 'dist/pages',
  outDir: 'dist/html',
  cacheDir: 'dist/cache',
  head: [['style', {}, STYLE]],
  markdown: { anchor: { slugify: (text) => slug(text) } },
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
