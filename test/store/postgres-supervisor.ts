/**
 * Runs a server for the tests until its standard input ends: that happens also where the tests are
 * killed, which leaves nobody else to end the server. It is started as a process group of its own,
 * so that it outlives the group it has to clean up after. Lines on standard input are commands.
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
