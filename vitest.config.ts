import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { configDefaults, defineConfig } from 'vitest/config';

import { ContractsFirst } from './test/contracts-first.ts';
import { SlowestTests } from './test/slowest-tests.ts';

const MEMORY_FOLDER = '/dev/shm';
/** Containers often have 64 MiB there, which test databases would fill. */
const MEMORY_BYTES_MIN = 2 ** 30;

/** Statements through the coordinator of a Citus cluster take several times as long. */
const TIMEOUT_MS = process.env['TELLER_TEST_CITUS_URL'] === undefined ? 30_000 : 120_000;

/** Where test databases lie: in memory where there is room, so that no commit waits for a disk. */
function chooseScratchFolder(): string {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY_FOLDER : tmpdir();
}

export default defineConfig({
  test: {
    globalSetup: ['test/store/postgres-setup.ts', 'test/explorer/browser-setup.ts'],
    include: ['{client,explorer,simulator,src,test,tools}/**/*.test.ts'],
    // They need the npm registry: `npm run test:package`.
    exclude: [...configDefaults.exclude, 'test/package/**'],
    reporters: ['default', new SlowestTests()],
    env: {
      TMPDIR: chooseScratchFolder(),
      // As in `bin/teller`: a process that a test starts would compile every source again, half of its work.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/teller'),
    },
    // No test changes what its process shares; a worker for each file would cost a fifth of the time.
    isolate: false,
    sequence: { sequencer: ContractsFirst },
    // For a machine of two cores: tests also wait, for processes, servers and leases.
    maxWorkers: 3,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // A second, the default, is short on a machine that does other things too.
    expect: { poll: { timeout: 10_000 } },
  },
});
