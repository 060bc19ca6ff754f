import type { StoreCheck } from '../admin.ts';
import type { Session } from '../sql/database.ts';
import { sql } from '../sql/query.ts';

/** What the server reports about its pages. */
interface PageState {
  readonly hasChecksums: boolean;
  /** Pages that have failed since the statistics were reset. */
  readonly failureCount: number;
}

/** Reports whether the server verifies its pages, and how many it has found corrupted. */
export async function checkPages(session: Session): Promise<StoreCheck> {
  // https://www.postgresql.org/docs/current/checksums.html
  const state = await session.row<PageState>(sql`SELECT
      current_setting('data_checksums') = 'on' AS "hasChecksums",
      CAST(coalesce(checksum_failures, 0) AS bigint) AS "failureCount"
    FROM pg_stat_database WHERE datname = current_database()`);
  return reportPages(state ?? { hasChecksums: false, failureCount: 0 });
}

/** Returns the finding about the pages of a server. */
export function reportPages({ hasChecksums, failureCount }: PageState): StoreCheck {
  const name = 'pages';
  if (failureCount !== 0) {
    const detail = `the server has read ${failureCount} corrupted pages; restore a backup`;
    return { name, ok: false, detail };
  }
  const detail = hasChecksums
    ? 'the server verifies the checksum of each page that it reads'
    : 'the server does not verify its pages; stop it once and run `pg_checksums --enable`';
  return { name, ok: true, detail };
}
