import { BOUNDED_TIMES, reportMisdatedTimes } from '../rules/misdated-times.ts';
import type { StoreCheck } from '../admin.ts';
import type { SqliteConnection } from './connection.ts';

/** Checks that no time of synchronisation is later than a correct clock could have set it. */
export function checkTimes(
  connection: SqliteConnection,
  { nowMs }: { readonly nowMs: number },
): StoreCheck {
  const counts = BOUNDED_TIMES.map(({ table, column, aheadMsMax }) => {
    const sql = `SELECT count(*) FROM ${table} WHERE ${column} > ?`;
    return connection.readRow(sql, nowMs + aheadMsMax)?.[0] as number;
  });
  return reportMisdatedTimes(counts);
}
