import type { IntegrityOptions, StoreCheck } from '../admin.ts';
import type { SqliteConnection } from './connection.ts';
import { listSchemaDifferences } from './expected-schema.ts';
import { isCorruption } from './sqlite-error.ts';

const PROBLEMS_SHOWN_MAX = 10;

/** Checks the pages, the indexes and the schema of the file. A fix rebuilds indexes that do not match their tables. */
export async function checkFile(
  connection: SqliteConnection,
  { fix }: IntegrityOptions,
): Promise<readonly StoreCheck[]> {
  const pages = checkPages(connection, fix);
  return pages.ok ? [pages, await checkTables(connection)] : [pages];
}

function checkPages(connection: SqliteConnection, fix: boolean): StoreCheck {
  const name = 'file';
  try {
    const before = listProblems(connection);
    if (before.length === 0) return { name, ok: true, detail: 'pages and indexes are sound' };
    if (fix) rebuildIndexes(connection);
    const after = fix ? listProblems(connection) : before;
    if (after.length === 0) return { name, ok: true, detail: 'repaired: indexes were rebuilt' };
    const detail = `${after.join('; ')}; repair indexes with --fix, or restore a backup`;
    return { name, ok: false, detail };
  } catch (error) {
    if (!isCorruption(error)) throw error;
    return { name, ok: false, detail: 'pages are corrupted; restore a backup' };
  }
}

function rebuildIndexes(connection: SqliteConnection): void {
  try {
    connection.execute('REINDEX');
  } catch {
    // Two rows have the same key, for example. The check that follows reports what is still wrong.
  }
}

function listProblems(connection: SqliteConnection): readonly string[] {
  const rows = connection.readAll(`PRAGMA integrity_check(${PROBLEMS_SHOWN_MAX})`);
  return rows.map((row) => String(row['integrity_check'])).filter((problem) => problem !== 'ok');
}

async function checkTables(connection: SqliteConnection): Promise<StoreCheck> {
  const name = 'tables';
  const differences = await listSchemaDifferences(connection);
  if (differences.length === 0) return { name, ok: true, detail: 'as this program creates them' };
  const shown = differences.slice(0, PROBLEMS_SHOWN_MAX).join(', ');
  const detail = `${differences.length} were changed: ${shown}; restore a backup`;
  return { name, ok: false, detail };
}
