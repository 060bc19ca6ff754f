import pg from 'pg';

import { LIMIT_DEFAULT } from '../src/domain/query.ts';
import { CONNECTIONS_MAX, PAGE_SQL, SMALL_WALLET } from './plain-table.ts';

/** Opens a database. Returns a function that reads the newest 10 rows by a prepared statement. */
export function openRows(url: string): () => Promise<readonly unknown[]> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX });
  const query = { name: 'page', text: PAGE_SQL, values: [SMALL_WALLET, LIMIT_DEFAULT, 0] };
  return async () => (await pool.query<Record<string, unknown>>(query)).rows;
}
