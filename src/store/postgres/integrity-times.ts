import { BOUNDED_TIMES, reportMisdatedTimes } from '../rules/misdated-times.ts';
import type { StoreCheck } from '../admin.ts';
import type { PostgresConnection } from './connection.ts';

/** Checks that no time of synchronisation is later than a correct clock could have set it. */
export async function checkTimes(
  connection: PostgresConnection,
  { nowMs }: { readonly nowMs: number },
): Promise<StoreCheck> {
  const counts: number[] = [];
  for (const { table, column, aheadMsMax } of BOUNDED_TIMES) {
    const text = `SELECT count(*) FROM ${table} WHERE ${column} > $1`;
    const { rows } = await connection.run(
      { name: `count_misdated_${table}_${column}`, text },
      nowMs + aheadMsMax,
    );
    counts.push(rows[0]?.[0] as number);
  }
  return reportMisdatedTimes(counts);
}
