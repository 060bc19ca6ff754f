/**
 * One PostgreSQL for a run of the tests, which is started when the first test file requests it. Databases of
 * the run on a Citus cluster are dropped.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import type { TestProject } from 'vitest/node';

import { CITUS_URL, startCleaner } from './citus-cluster.ts';
import { PostgresProcess } from './postgres-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port that returns the URL of the server. */
    readonly postgresPort: number;
    /** The prefix of the names of the run's databases. */
    readonly databasePrefix: string;
  }
}

/** Runs before the tests; the returned function runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof PostgresProcess.start> | undefined;
  const desk = createServer((socket) => {
    started ??= PostgresProcess.start();
    started.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.destroy(error as Error),
    );
  });
  await new Promise<void>((resolve) => {
    desk.listen(0, '127.0.0.1', resolve);
  });
  desk.unref();
  project.provide('postgresPort', (desk.address() as AddressInfo).port);
  const prefix = `teller_test_${randomBytes(4).toString('hex')}_`;
  project.provide('databasePrefix', prefix);
  const cleanUp = CITUS_URL === undefined ? undefined : startCleaner(CITUS_URL, prefix);
  return async () => {
    await cleanUp?.();
    desk.close();
    await (await started)?.server.close();
  };
}
