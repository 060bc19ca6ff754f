import pg from 'pg';

/** Runs statements in one session, each on its own. Returns the rows of the last one. @param url of a user of PostgreSQL. */
export async function runSql(
  url: string,
  ...statements: readonly string[]
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const sql of statements) ({ rows } = await client.query<Record<string, unknown>>(sql));
    return rows;
  } finally {
    await client.end();
  }
}
