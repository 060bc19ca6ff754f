/** Lists lie at most this deep in a response, as in `result.rows`. */
const DEPTH_MAX = 3;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the number of rows of a response, for the log: the length of its outermost list. Returns `undefined` if there
 * is no list, or if several lists are equally deep.
 *
 * Kraken's responses have a list `error` next to `result`. It contains no rows, and `result` may have its rows by id.
 */
export function countRows(response: unknown): number | undefined {
  if (!isObject(response) || !Array.isArray(response['error'])) return countOutermost(response);
  const { error: _, ...rest } = response;
  return countById(rest['result']) ?? countOutermost(rest);
}

/** Returns the number of rows of an object that has them by their ids, itself or as its `ledger`. */
function countById(result: unknown): number | undefined {
  if (!isObject(result)) return undefined;
  if (isObject(result['ledger'])) return Object.keys(result['ledger']).length;
  const rows = Object.values(result);
  return rows.every(isObject) ? rows.length : undefined;
}

function countOutermost(response: unknown): number | undefined {
  let level = [response];
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    const lists = level.filter((value) => Array.isArray(value));
    if (lists.length > 0) return lists.length === 1 ? lists[0]?.length : undefined;
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
