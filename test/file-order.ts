import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait, for leases, timeouts and other processes, with their seconds. */
const WAITING_FILES: readonly (readonly [string, number])[] = [
  ['test/cli/backup.test.ts', 18],
  ['test/store/postgres-nodes.test.ts', 17],
  ['test/cli/shutdown.test.ts', 30],
  ['test/cli/leftover-files.test.ts', 13],
  ['test/sync/crash.test.ts', 11],
  ['test/prove/kills.test.ts', 20],
  ['test/prove/canaries.test.ts', 10],
  ['test/prove/disk.test.ts', 10],
  ['test/sync/unavailable-rows.test.ts', 9],
  ['test/cli/serve.test.ts', 9],
  ['test/store/postgres-outage.test.ts', 8],
  ['test/store/postgres-changes.test.ts', 7],
  ['test/webhooks/killed-process.test.ts', 7],
  ['test/sync/once.test.ts', 6],
  ['test/cli/workers.test.ts', 6],
  ['test/replay/certified.test.ts', 6],
  ['test/telemetry/traces.test.ts', 7],
  ['test/replay/best-effort.test.ts', 5],
  ['test/cli/supervised-child.test.ts', 4],
  ['test/cli/standard-output.test.ts', 4],
  ['test/sync/worker.test.ts', 4],
  ['test/webhooks/secret-rotation.test.ts', 4],
  ['test/cli/master-key.test.ts', 4],
  ['test/http/slow-readers.test.ts', 3],
  ['test/cli/import-presets.test.ts', 3],
];

/** Other slow files, with their seconds; the end of each run lists the slowest files. */
const BUSY_FILES: readonly (readonly [string, number])[] = [
  ['test/manage/postgres.test.ts', 30],
  ['test/manage/connect.test.ts', 8],
  ['test/prove/tenants.test.ts', 8],
  ['test/explorer/connect-live.test.ts', 10],
  ['test/explorer/transactions.test.ts', 17],
  ['test/sync/truth.test.ts', 16],
  ['test/store/postgres-contract.test.ts', 13],
  ['test/explorer/docs.test.ts', 10],
  ['test/explorer/connect-outcomes.test.ts', 14],
  ['test/explorer/connect-page.test.ts', 13],
  ['test/explorer/connect.test.ts', 9],
  ['test/explorer/connect-leaving.test.ts', 8],
  ['test/explorer/activity.test.ts', 9],
  ['test/sync/clock-steps.test.ts', 8],
  ['test/store/postgres-store.test.ts', 8],
  ['test/sync/faults.test.ts', 7],
  ['test/store/postgres-growth.test.ts', 6],
  ['test/explorer/balances.test.ts', 6],
  ['test/explorer/send.test.ts', 6],
  ['test/explorer/export.test.ts', 6],
  ['test/best-effort/odd-rows.test.ts', 5],
  ['test/webhooks/delivery.test.ts', 5],
  ['test/cli/import-postgres.test.ts', 5],
  ['test/webhooks/fairness.test.ts', 5],
  ['test/webhooks/delivery-properties.test.ts', 4],
  ['test/best-effort/histories.test.ts', 4],
  ['test/cli/import-interruption.test.ts', 4],
];

/** Seconds of the slowest file that is not listed. */
const OTHER_SECONDS_MAX = 1;
/** The part of a run after which no waiting file remains. */
const WAITING_END = 0.85;

/**
 * Starts slow files first, so that a run does not end with one of them while other processes are idle, and
 * spreads waiting files over the run, because processes that wait at the same time leave a core idle.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = selectListed(sorted, WAITING_FILES);
    const busy = selectListed(sorted, BUSY_FILES);
    const listed = new Set([...waiting, ...busy].map(([file]) => file));
    const others = sorted.filter((file) => !listed.has(file));
    return spread(waiting, [...busy, ...estimateOthers(others)]);
  }
}

/** A test file with its seconds. */
type Timed = readonly [TestSpecification, number];

/** Returns the files of a list that are in this run, in the order of the list. */
function selectListed(
  files: readonly TestSpecification[],
  list: readonly (readonly [string, number])[],
): Timed[] {
  return list.flatMap(([name, seconds]) =>
    files
      .filter(({ moduleId }) => moduleId.endsWith(`/${name}`))
      .map((file) => [file, seconds] as const),
  );
}

/** Estimates the seconds of other files, of which Vitest sorts the slow or large ones first. */
function estimateOthers(files: readonly TestSpecification[]): Timed[] {
  return files.map((file, index) => [file, OTHER_SECONDS_MAX * (1 - index / files.length) ** 2]);
}

/** Merges the lists so that waiting files end shortly before the others. */
function spread(waiting: readonly Timed[], busy: readonly Timed[]): TestSpecification[] {
  return [...place(waiting, WAITING_END), ...place(busy, 1)]
    .toSorted(([a], [b]) => a - b)
    .map(([, file]) => file);
}

/** Returns when each file starts, if the files run one after another until the given time. */
function place(files: readonly Timed[], end: number): (readonly [number, TestSpecification])[] {
  const totalS = files.reduce((sum, [, seconds]) => sum + seconds, 0);
  let beforeS = 0;
  return files.map(([file, seconds]) => {
    const start = (end * beforeS) / totalS;
    beforeS += seconds;
    return [start, file] as const;
  });
}
