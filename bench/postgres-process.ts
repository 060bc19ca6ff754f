/**
 * A separate PostgreSQL from npm's binaries, with default settings. It is stopped and its data removed when
 * this process gets a signal or its parent process exits. Prints the URL of a superuser as JSON.
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
// The terminal also sends the interrupt to this process; its parent stops it.
process.on('SIGINT', () => undefined);
process.stdin.resume().once('end', () => void end());
await server.create();
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
