/**
 * The same service as one would write it with Express and `pg`: the key looked up for each request,
 * the rows counted, a page by LIMIT and OFFSET. Argument: the address of the database. Prints its
 * own address as JSON.
 */
/* oxlint-disable oxc/no-async-endpoint-handlers -- Express 5 passes on what they reject with */
import { createServer } from 'node:http';

import express from 'express';
import pg from 'pg';

import { LIMIT_DEFAULT } from '../../src/domain/query.ts';
import { announce } from '../announce.ts';
import { COUNT_SQL, CONNECTIONS_MAX, KEY_SQL, PAGE_SQL } from '../plain-table.ts';

const pool = new pg.Pool({ connectionString: process.argv[2], max: CONNECTIONS_MAX });
const app = express();

app.use(async (request, response, next) => {
  const { rowCount } = await pool.query(KEY_SQL, [request.get('x-api-key')]);
  if (rowCount === 1) next();
  else response.status(401).end();
});

app.get('/wallets/:walletId/transactions', async (request, response) => {
  const { walletId } = request.params;
  const limit = Number(request.query.limit ?? LIMIT_DEFAULT);
  const page = Number(request.query.page ?? 0);
  const [counted, listed] = await Promise.all([
    pool.query(COUNT_SQL, [walletId]),
    pool.query(PAGE_SQL, [walletId, limit, page * limit]),
  ]);
  const totalCount = Number(counted.rows[0].count);
  response.json({ page, limit, totalCount, transactions: listed.rows });
});

announce(createServer(app));
