/**
 * A PostgreSQL of its own, from the binaries that npm brings, with its default settings. It ends,
 * and its data with it, when this process is told to end or the one that started it is gone. Prints
 * the address of a superuser as JSON.
 */
import { PostgresServer } from '../test/store/postgres-server.ts';

const server = new PostgresServer();
let ending = false;
const end = async (): Promise<void> => {
  if (ending) return;
  ending = true;
  await server.remove();
  process.exit();
};
process.on('SIGTERM', () => void end());
// The terminal's interrupt reaches this process too: the one that started it tells when to end.
process.on('SIGINT', () => undefined);
process.stdin.resume().once('end', () => void end());
await server.create();
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
