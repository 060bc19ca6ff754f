import { join } from 'node:path';

import { defineConfig } from 'vite';

import { precompress } from './precompress.ts';
import { fixUplotLanguage } from './uplot-language.ts';

export default defineConfig({
  root: import.meta.dirname,
  // Relative URLs, so that the page works under any path of a proxy.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: ['index.html', 'docs.html', 'operator.html'].map((page) =>
        join(import.meta.dirname, page),
      ),
    },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet for all pages, so that no view is shown without its styles.
    cssCodeSplit: false,
  },
  plugins: [fixUplotLanguage(), precompress()],
});
