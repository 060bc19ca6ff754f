/** Filters. Each matches at least a tenth of the rows, within the middle half of the time. */
import type { TransactionQuery } from '../src/domain/query.ts';
import { INTERVAL_MS, START_MS } from './rows.ts';

const FILTERS = ['asset', 'type', 'status', 'since', 'before'] as const;
export type Filter = (typeof FILTERS)[number];

/** Every combination; the first one has no filter. */
export const COMBINATIONS: readonly (readonly Filter[])[] = Array.from(
  { length: 2 ** FILTERS.length },
  (_, bits) => FILTERS.filter((_name, bit) => (bits & (1 << bit)) !== 0),
);

/** Returns a combination as a query of a wallet with this number of rows. */
export function makeFilters(names: readonly Filter[], rows: number): Partial<TransactionQuery> {
  const values = {
    asset: { asset: 'BTC' },
    type: { type: 'deposit' },
    status: { status: 'completed' },
    since: { sinceMs: START_MS + (rows * INTERVAL_MS) / 4 },
    before: { beforeMs: START_MS + (rows * INTERVAL_MS * 3) / 4 },
  } as const;
  return Object.assign({}, ...names.map((name) => values[name]));
}

/** Returns a combination as query parameters. */
export function writeFilters(names: readonly Filter[], rows: number): string {
  const { sinceMs, beforeMs, ...others } = makeFilters(names, rows);
  const parameters = new URLSearchParams(others as Record<string, string>);
  if (sinceMs !== undefined) parameters.set('since', new Date(sinceMs).toISOString());
  if (beforeMs !== undefined) parameters.set('before', new Date(beforeMs).toISOString());
  return parameters.toString();
}

/** Returns the name of a combination. */
export function nameFilters(names: readonly Filter[]): string {
  return `first page, ${names.join(' ') || 'no filter'}`;
}
