/** `teller import` of the large wallet, and the bytes that it stores. */
import { type Databases, ENGINES } from './databases.ts';
import type { Result } from './floors.ts';
import { formatCount, round } from './figures.ts';

/** Measures both engines. */
export async function measureImports(databases: Databases): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of ENGINES) {
    const { title, wallets, importSeconds, bytesPerRow } = await databases.filled(engine);
    const { rows } = wallets.at(-1)!;
    results.push(
      {
        name: `teller import, ${engine}`,
        work: `teller import of ${formatCount(rows)} rows, ${title}`,
        measured: Math.round(rows / importSeconds),
        note: `${round(importSeconds)} s with the start of the process`,
      },
      {
        name: `stored bytes of a row with indexes and counts, ${engine}`,
        work: `stored bytes of a row with indexes and counts, ${title}`,
        measured: Math.round(bytesPerRow),
        note: '',
      },
    );
  }
  return results;
}
