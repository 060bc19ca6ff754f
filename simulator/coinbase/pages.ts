import type { JsonValue } from '../json-text.ts';
import { RequestRefused } from '../routed/description.ts';

const PAGE_SIZE_DEFAULT = 25;
const PAGE_SIZE_MAX = 100;

/**
 * Returns a page of a list of version 2, newest first: the rows after the row `starting_after`. Source:
 * Coinbase App, "Pagination".
 */
export function writePage<Row>(
  rows: readonly Row[],
  params: URLSearchParams,
  path: string,
  idOf: (row: Row) => string,
  write: (row: Row) => JsonValue,
): JsonValue {
  const limit = readLimit(params);
  const cursor = params.get('starting_after');
  const begin = cursor === null ? 0 : rows.findIndex((row) => idOf(row) === cursor) + 1;
  if (cursor !== null && begin === 0) throw new RequestRefused('invalid-parameter');
  const page = rows.slice(begin, begin + limit);
  const last = page.at(-1);
  const next = last !== undefined && begin + limit < rows.length ? idOf(last) : null;
  return {
    pagination: {
      ending_before: null,
      starting_after: cursor,
      previous_ending_before: null,
      next_starting_after: next,
      limit: String(limit),
      order: 'desc',
      previous_uri: null,
      next_uri: next === null ? null : `${path}?limit=${limit}&starting_after=${next}`,
    },
    data: page.map(write),
  };
}

function readLimit(params: URLSearchParams): number {
  const text = params.get('limit') ?? String(PAGE_SIZE_DEFAULT);
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > PAGE_SIZE_MAX) throw new RequestRefused('invalid-parameter');
  return limit;
}
