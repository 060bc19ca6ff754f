/**
 * The same as `../pg-server.ts` over Fastify. Argument: the address of the database. Prints its own
 * address as JSON.
 */
import { fastify } from 'fastify';

import { openRows } from '../default-page.ts';

const readRows = openRows(process.argv[2] ?? '');
const app = fastify();
app.get('/', async (_request, reply) => {
  reply.header('content-type', 'application/json');
  return JSON.stringify(await readRows());
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
