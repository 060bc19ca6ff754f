import type { OwnSession, Session } from '../sql/database.ts';
import { type Query, sql } from '../sql/query.ts';

/** Returns the number of rows. @param from from `FROM` on. */
export async function countRows(session: Session, from: Query): Promise<number> {
  const row = await session.row<{ readonly count: number }>(sql`SELECT count(*) AS count ${from}`);
  return row?.count ?? 0;
}

/** Returns the number of rows, or of the rows that a statement changes instead. */
export function countOrChange(
  session: OwnSession,
  from: Query,
  change: Query | false,
): Promise<number> {
  if (change === false) return countRows(session, from);
  return session.write((inside) => inside.change(change));
}
