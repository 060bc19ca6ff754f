import type { StoreCheck } from '../admin.ts';
import type { SqliteConnection, SqliteRow } from './connection.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';

const SAMPLE_ROWS_MAX = 100_000;
const PROBLEMS_SHOWN_MAX = 10;
const VALUES_HINT = 'if the check of rows reports them, follow its advice, else restore a backup';
const UNSIGNED_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const SAMPLE = `SELECT wallet_no, id, type, status, amount, fee_cost, timestamp_ms
  FROM wallet_transaction ORDER BY wallet_no DESC, timestamp_ms DESC LIMIT ?`;

/** Finds invalid values: unknown codes, and amounts that are negative or not decimal. */
export function checkTransactionValues(connection: SqliteConnection): StoreCheck {
  const name = 'values';
  const rows = connection.readRows(SAMPLE, SAMPLE_ROWS_MAX);
  const types = new Set(Object.values(TYPE_CODES));
  const statuses = new Set(Object.values(STATUS_CODES));
  const problems: string[] = [];
  for (const row of rows) {
    const problem = explainRow(row, types, statuses);
    if (problem === undefined) continue;
    problems.push(`${row[1] as string} of wallet number ${row[0] as number} has ${problem}`);
    if (problems.length === PROBLEMS_SHOWN_MAX) break;
  }
  const sample = `of the latest ${rows.length} transactions`;
  if (problems.length === 0) return { name, ok: true, detail: `sound, ${sample}` };
  return { name, ok: false, detail: `${problems.join('; ')} (${sample}); ${VALUES_HINT}` };
}

function explainRow(
  [, , type, status, amount, feeCost, timestampMs]: SqliteRow,
  types: ReadonlySet<number>,
  statuses: ReadonlySet<number>,
): string | undefined {
  if (!types.has(type as number)) return `the unknown type ${type as number}`;
  if (!statuses.has(status as number)) return `the unknown status ${status as number}`;
  if (!UNSIGNED_DECIMAL.test(amount as string)) return 'an impossible amount';
  if (feeCost !== null && !UNSIGNED_DECIMAL.test(feeCost as string)) return 'an impossible fee';
  if ((timestampMs as number) < 0) return 'a time before 1970';
  return undefined;
}
