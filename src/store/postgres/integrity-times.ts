import {
  BOUNDED_TIMES,
  boundRuns,
  reportMisdatedTimes,
  whereRunMisdated,
} from '../rules/misdated-times.ts';
import type { StoreCheck } from '../admin.ts';
import type { PostgresConnection } from './connection.ts';
import type { Statement } from './statement.ts';

const MISDATED_RUNS: Statement = {
  name: 'count_misdated_runs',
  text: `SELECT count(*) FROM wallet_sync
    WHERE ${whereRunMisdated({ outcomeMs: '$1', refreshMs: '$2', retryMs: '$3' })}`,
};

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
  const { outcomeMs, refreshMs, retryMs } = boundRuns({ nowMs });
  const { rows } = await connection.run(MISDATED_RUNS, outcomeMs, refreshMs, retryMs);
  return reportMisdatedTimes(counts, rows[0]?.[0] as number);
}
