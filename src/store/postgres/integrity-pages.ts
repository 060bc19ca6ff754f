import type { StoreCheck } from '../admin.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresRow, Statement } from './statement.ts';

/** https://www.postgresql.org/docs/current/checksums.html */
const READ: Statement = {
  name: 'read_page_checksums',
  text: `SELECT current_setting('data_checksums') = 'on', coalesce(checksum_failures, 0)::bigint
    FROM pg_stat_database WHERE datname = current_database()`,
};

/** Reports whether the server verifies its pages, and how many it has found corrupted. */
export async function checkPages(connection: PostgresConnection): Promise<StoreCheck> {
  return reportPages((await connection.run(READ)).rows[0] ?? [false, 0]);
}

/** @param row whether pages have checksums, and how many pages have failed since statistics were reset. */
export function reportPages([hasChecksums, failures]: PostgresRow): StoreCheck {
  const name = 'pages';
  if (failures !== 0) {
    const detail = `the server has read ${String(failures)} corrupted pages; restore a backup`;
    return { name, ok: false, detail };
  }
  const detail =
    hasChecksums === true
      ? 'the server verifies the checksum of each page that it reads'
      : 'the server does not verify its pages; stop it once and run `pg_checksums --enable`';
  return { name, ok: true, detail };
}
