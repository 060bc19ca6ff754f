/**
 * The limit of PostgreSQL: `pg` alone and one prepared query of 10 rows for each request, over
 * `node:http`. Argument: the URL of the database. Prints its own URL as JSON.
 */
import { createServer, type ServerResponse } from 'node:http';

import pg from 'pg';

import { LIMIT_DEFAULT } from '../src/domain/query.ts';
import { announce } from './announce.ts';
import { CONNECTIONS_MAX, PAGE_SQL, walletOf } from './plain-table.ts';
import { SMALL_ROWS } from './rows.ts';

const pool = new pg.Pool({ connectionString: process.argv[2], max: CONNECTIONS_MAX });
const query = { name: 'page', text: PAGE_SQL, values: [walletOf(SMALL_ROWS), LIMIT_DEFAULT, 0] };
announce(createServer((_request, response) => void answer(response)));

async function answer(response: ServerResponse): Promise<void> {
  const { rows } = await pool.query<Record<string, unknown>>(query);
  const body = JSON.stringify(rows);
  const length = Buffer.byteLength(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
  response.end(body);
}
