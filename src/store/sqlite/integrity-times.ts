import {
  BOUNDED_TIMES,
  boundRuns,
  reportMisdatedTimes,
  whereRunMisdated,
} from '../rules/misdated-times.ts';
import type { StoreCheck } from '../admin.ts';
import type { SqliteConnection } from './connection.ts';

const MISDATED_RUNS = `SELECT count(*) FROM wallet_sync
  WHERE ${whereRunMisdated({ outcomeMs: '?1', refreshMs: '?2', retryMs: '?3' })}`;

/** Checks that no time of synchronisation is later than a correct clock could have set it. */
export function checkTimes(
  connection: SqliteConnection,
  { nowMs }: { readonly nowMs: number },
): StoreCheck {
  const counts = BOUNDED_TIMES.map(({ table, column, aheadMsMax }) => {
    const sql = `SELECT count(*) FROM ${table} WHERE ${column} > ?`;
    return connection.readRow(sql, nowMs + aheadMsMax)?.[0] as number;
  });
  const { outcomeMs, refreshMs, retryMs } = boundRuns({ nowMs });
  const runs = connection.readRow(MISDATED_RUNS, outcomeMs, refreshMs, retryMs);
  return reportMisdatedTimes(counts, runs?.[0] as number);
}
