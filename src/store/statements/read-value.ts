import type { Session } from '../sql/database.ts';
import { type Query, sql } from '../sql/query.ts';

/** Returns the first column of the first row; `undefined` if there is no row. */
export async function readValue<T>(session: Session, query: Query): Promise<T | undefined> {
  const row = await session.row<readonly [T]>(query.arrays());
  return row?.[0];
}

/** Returns the number of rows. @param from from `FROM` on. */
export async function countRows(session: Session, from: Query): Promise<number> {
  return (await readValue<number>(session, sql`SELECT count(*) ${from}`)) ?? 0;
}
