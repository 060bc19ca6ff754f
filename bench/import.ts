/** `teller import` of the large wallet, and the bytes that it stores. */
import { type Databases, ENGINES } from './databases.ts';
import { atLeast, atMost, formatCount, type Result, round } from './result.ts';

const ROWS_PER_SECOND = { SQLite: 50_000, PostgreSQL: 20_000 };
const BYTES_MAX = 400;

/** Measures both engines. */
export async function measureImports(databases: Databases): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of ENGINES) {
    const { title, wallets, importSeconds, bytesPerRow } = await databases.filled(engine);
    const { rows } = wallets.at(-1)!;
    results.push(
      {
        work: `teller import of ${formatCount(rows)} rows, ${title}`,
        floor: atLeast(ROWS_PER_SECOND[engine]),
        measured: Math.round(rows / importSeconds),
        unit: 'rows/s',
        note: `${round(importSeconds)} s with the start of the process`,
      },
      {
        work: `stored bytes of a row with indexes and counts, ${title}`,
        floor: atMost(BYTES_MAX),
        measured: Math.round(bytesPerRow),
        unit: 'bytes',
        note: '',
      },
    );
  }
  return results;
}
