/** `teller import` of the large wallet, and the bytes that it stores. */
import { type Databases, ENGINES } from './databases.ts';
import { formatCount } from '../src/cli/format.ts';
import { type Result, resultOf } from './floors.ts';

const BYTES = 'stored bytes of a row with indexes and counts';

/** Measures both engines. */
export async function measureImports(databases: Databases): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of ENGINES) {
    const database = await databases.filled(engine);
    const { title, wallets, importSeconds, bytesPerRow } = database;
    const { rows } = wallets.at(-1)!;
    results.push({
      name: `teller import, ${engine}`,
      work: `teller import of ${formatCount(rows)} rows, ${title}`,
      measured: Math.round(rows / importSeconds),
    });
    results.push(resultOf(BYTES, database, Math.round(bytesPerRow)));
  }
  return results;
}
