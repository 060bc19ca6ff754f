import type { Session } from '../sql/database.ts';
import { type Query, sql } from '../sql/query.ts';

/** Returns the number of rows. @param from from `FROM` on. */
export async function countRows(session: Session, from: Query): Promise<number> {
  const row = await session.row<{ readonly count: number }>(sql`SELECT count(*) AS count ${from}`);
  return row?.count ?? 0;
}
