import { defineConfig } from 'vite';

import { precompress } from './precompress.ts';

export default defineConfig({
  root: import.meta.dirname,
  // The page works under any path that a proxy puts it at.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet, so that no view appears before its styles.
    cssCodeSplit: false,
  },
  plugins: [precompress()],
});
