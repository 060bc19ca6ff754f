/**
 * Runs a server for the tests until its standard input ends, which also happens if the tests are killed. It
 * is started as a separate process group, so that it still runs when the group of the tests is killed. Lines
 * on standard input are commands.
 */
import { createInterface } from 'node:readline';

import { PostgresServer } from './postgres-server.ts';

const server = new PostgresServer();
const commands: Readonly<Record<string, () => Promise<void>>> = {
  stop: () => server.stop(),
  'shut-down': () => server.shutDown(),
  start: () => server.start(),
};

try {
  await server.create();
  process.stdout.write(`${server.url}\n`);
  for await (const line of createInterface({ input: process.stdin })) {
    await commands[line]?.();
    process.stdout.write(`${line}\n`);
  }
} finally {
  await server.remove();
}
