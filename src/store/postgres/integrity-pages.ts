import type { StoreCheck } from '../admin.ts';
import type { Session } from '../sql/database.ts';
import { sql } from '../sql/query.ts';

/** Reports whether the server verifies its pages, and how many it has found corrupted since its statistics were reset. */
export async function checkPages(session: Session): Promise<StoreCheck> {
  const name = 'pages';
  // https://www.postgresql.org/docs/current/checksums.html
  const state = await session.row<{ readonly isOn: boolean; readonly failures: number }>(sql`SELECT
      current_setting('data_checksums') = 'on' AS "isOn",
      CAST(coalesce(checksum_failures, 0) AS bigint) AS failures
    FROM pg_stat_database WHERE datname = current_database()`);
  const { isOn = false, failures = 0 } = state ?? {};
  if (failures !== 0) {
    const detail = `the server has read ${failures} corrupted pages; restore a backup`;
    return { name, ok: false, detail };
  }
  const detail = isOn
    ? 'the server verifies the checksum of each page that it reads'
    : 'the server does not verify its pages; stop it once and run `pg_checksums --enable`';
  return { name, ok: true, detail };
}
