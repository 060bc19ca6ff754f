/**
 * The limit of PostgreSQL: `pg` alone and one indexed query of 10 rows for each request, over
 * `node:http`. Argument: the URL of the database. Prints its own URL as JSON.
 */
import { createServer, type ServerResponse } from 'node:http';

import { announce } from './announce.ts';
import { openRows } from './plain-table.ts';

const readRows = openRows(process.argv[2] ?? '');
announce(createServer((_request, response) => void answer(response)));

async function answer(response: ServerResponse): Promise<void> {
  const body = JSON.stringify(await readRows());
  const length = Buffer.byteLength(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
  response.end(body);
}
