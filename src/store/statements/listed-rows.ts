/**
 * Rows of a wallet that belong to a list of records, found by an index for each record.
 *
 * PostgreSQL would also plan to read all rows of the wallet once and compare them with the list. It does so for a small
 * wallet, and repeats that plan while the wallet grows. A subquery with `OFFSET` has only the other plan.
 */
import { EngineText, type Query, raw, type RecordList, sql } from '../sql/query.ts';

/** A join that reads the table before it first. SQLite has no statistics, and may choose the other order. */
export const JOIN_AFTER = new EngineText({ sqlite: 'CROSS JOIN', postgres: 'JOIN' });

/**
 * Returns a table for `FROM list JOIN …`, with its rows for each record of the list.
 *
 * @param condition compares columns of `alias` with those of the list.
 * @param index the index that SQLite uses; without statistics it may choose one that reads all rows of a wallet.
 */
export function rowsOfEach(table: string, alias: string, condition: Query, index?: string): Query {
  const indexed = index === undefined ? '' : ` INDEXED BY ${index}`;
  const begin = new EngineText({
    sqlite: `${table} AS ${alias}${indexed} ON`,
    postgres: `LATERAL (SELECT * FROM ${table} AS ${alias} WHERE`,
  });
  const end = new EngineText({ sqlite: '', postgres: `OFFSET 0) AS ${alias} ON true` });
  return sql`${begin} ${condition} ${end}`;
}

/**
 * Returns the statement that deletes the rows of a wallet whose columns equal those of a record.
 *
 * @param key the columns that PostgreSQL compares, if they are fewer: it may choose an index of the others, which finds
 *   many rows.
 */
export function deleteListed(
  table: string,
  walletNo: number,
  list: RecordList,
  key?: readonly string[],
): Query {
  const names = list.columns.map(([name]) => name);
  const compared = key ?? names;
  const begin = new EngineText({
    sqlite: `(${names.join(', ')}) IN (SELECT * FROM`,
    postgres: 'ctid = ANY (ARRAY(SELECT stored.ctid FROM',
  });
  const middle = new EngineText({
    sqlite: 'AS list) AND wallet_no =',
    postgres: `AS list JOIN LATERAL (SELECT ctid FROM ${table} AS each
      WHERE ${compared.map((name) => `each.${name} = list.${name}`).join(' AND ')} AND each.wallet_no =`,
  });
  const end = new EngineText({ sqlite: '', postgres: 'OFFSET 0) AS stored ON true))' });
  return sql`DELETE FROM ${raw(table)} WHERE wallet_no = ${walletNo}
    AND ${begin} ${list} ${middle} ${walletNo} ${end}`;
}
