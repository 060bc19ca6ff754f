/**
 * One PostgreSQL for a run of the tests, started when the first test file asks for it: a run
 * without such a file pays nothing.
 */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import type { TestProject } from 'vitest/node';

import { PostgresProcess } from './postgres-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port that answers with the address of the server. */
    readonly postgresPort: number;
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
  return async () => {
    desk.close();
    await (await started)?.server.close();
  };
}
