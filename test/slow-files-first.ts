import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than ten seconds; the end of each run lists the slowest ones. */
const SLOW_FILES = [
  'test/explorer/transactions.test.ts',
  'test/cli/backup.test.ts',
  'test/sync/truth.test.ts',
  'test/store/postgres-nodes.test.ts',
  'test/store/postgres-store.test.ts',
  'test/cli/shutdown.test.ts',
  'test/webhooks/killed-process.test.ts',
  'test/sync/once.test.ts',
  'test/sync/crash.test.ts',
  'test/store/postgres-contract.test.ts',
];

/** Starts slow files first, so that a run does not end with one of them while the other workers are idle. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean =>
      SLOW_FILES.some((file) => moduleId.endsWith(`/${file}`));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
