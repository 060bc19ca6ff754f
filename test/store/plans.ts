/** What the statements of the store read, by `EXPLAIN (ANALYZE)` on the same connection and in the same transaction. */
import pg from 'pg';

import { type DriverQuery, type RunQuery, wrapQueries } from './driver-queries.ts';

/** A node of a plan (PostgreSQL's manual, EXPLAIN). */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement that was run, and what it read. */
export interface ReadStatement {
  readonly text: string;
  /** Rows that it read from tables. */
  readonly rows: number;
  /** Pages of tables and indexes that it read. */
  readonly pages: number;
  readonly plan: PlanNode;
}

const CALL = 'EXECUTE ';

/** Runs `work`, and returns what each of its prepared statements read. The plan is that of the connection. */
export async function measureReads(
  work: () => Promise<unknown>,
): Promise<readonly ReadStatement[]> {
  const explained: Promise<readonly ReadStatement[]>[] = [];
  const restore = wrapQueries((query, run) => {
    const result = run(query);
    const text = query.name === undefined ? query.text : writeCall(query.name, query.values);
    if (text?.includes(CALL)) {
      const reading = explain(text, run);
      // An error is thrown below.
      reading.catch(() => undefined);
      explained.push(reading);
    }
    return result;
  });
  try {
    await work();
  } finally {
    restore();
  }
  return (await Promise.all(explained)).flat();
}

function writeCall(name: string, values: DriverQuery['values'] = []): string {
  const literals = (values as readonly (Scalar | readonly Scalar[])[]).map(writeLiteral);
  return `${CALL}${name}${literals.length === 0 ? '' : `(${literals.join(', ')})`}`;
}

/** Explains the calls of a text, which may be a whole transaction. */
async function explain(text: string, run: RunQuery): Promise<readonly ReadStatement[]> {
  const explaining = text.replaceAll(CALL, `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${CALL}`);
  // The driver returns a list for several commands.
  const results = [await run({ text: explaining })].flat();
  const plans = results.flatMap(({ rows }) => rows as readonly ExplainedRow[]);
  return plans.map(({ 'QUERY PLAN': [{ Plan: plan }] }) => {
    const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return { text, plan, pages, rows: countRows(plan) };
  });
}

interface ExplainedRow {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode & Buffers }];
}

interface Buffers {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Counts the rows that a plan reads from tables, also those that a filter removes. */
function countRows(node: PlanNode): number {
  const inner = (node.Plans ?? []).reduce((sum, plan) => sum + countRows(plan), 0);
  if (node['Relation Name'] === undefined) return inner;
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return inner + (node['Actual Rows'] + removed) * node['Actual Loops'];
}

type Scalar = string | number | boolean | null;

function writeLiteral(value: Scalar | readonly Scalar[]): string {
  if (value === null) return 'NULL';
  return pg.escapeLiteral(isList(value) ? writeArray(value) : String(value));
}

function isList(value: Scalar | readonly Scalar[]): value is readonly Scalar[] {
  return Array.isArray(value);
}

function writeArray(values: readonly Scalar[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : JSON.stringify(value))).join()}}`;
}
