import { join } from 'node:path';

import { defineConfig } from 'vite';

import { precompress } from '../precompress.ts';

/**
 * The Connect page, apart from the explorer: it is served with a policy of its own. The service answers
 * `/connect` with `connect.html`, so that its relative URLs are below `/connect/`, under any path of a proxy.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'connect',
    target: 'es2022',
    rolldownOptions: { input: join(import.meta.dirname, 'connect.html') },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [precompress()],
});
