import { defineConfig } from 'vitest/config';

import suite from '../../vitest.config.ts';

/** The tests that install packages from the npm registry: `npm run test:package`. All others need no network. */
export default defineConfig({
  test: { ...suite.test, include: ['test/package/*.test.ts'], exclude: [], globalSetup: [] },
});
