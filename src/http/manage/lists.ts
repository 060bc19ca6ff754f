/** What lists have in common: their parameters, and pages by time and id. */
import { parseInstantCeiling } from '../../domain/instant.ts';
import { invalidParameter } from '../../domain/problem.ts';
import { integerParameter, LIMIT_MAX, LIMIT_MIN, type QueryParameter } from '../../domain/query.ts';
import { readToken, writeToken } from '../../domain/signed-token.ts';
import { CURSOR_LENGTH_MAX } from '../../domain/walk.ts';
import type { ListPlace, ListRange } from '../../store/records.ts';
import type { FieldCheck } from './body.ts';
import type { ListPage, ManageRequest } from './route.ts';

/** The parameters of every list. */
export interface ListQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

const LIMIT_DEFAULT = 100;
const NOT_ISSUED =
  'was not issued for this list and these filters; follow the whole Link of a response, or start without it';

/** The table of {@link ListQuery}. */
export const LIST_PARAMETERS: Readonly<Record<string, QueryParameter<ListQuery>>> = {
  limit: integerParameter<ListQuery>(
    'Items per page.',
    { minimum: LIMIT_MIN, maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
    (limit) => ({ limit }),
  ),
  cursor: {
    description: 'The place of the page: the token of a `Link` header with `rel="next"`.',
    schema: { type: 'string', minLength: 1, maxLength: CURSOR_LENGTH_MAX },
    read: (cursor) =>
      cursor.length <= CURSOR_LENGTH_MAX ? { cursor } : 'is longer than every issued one',
  },
};

/** Returns a parameter that is text. */
export function textParameter<Query>(
  description: string,
  toQuery: (value: string) => Partial<Query>,
): QueryParameter<Query> {
  return { description, schema: { type: 'string', minLength: 1 }, read: toQuery };
}

/** Returns the limit of a list. */
export function limitOf({ limit }: ListQuery): number {
  return limit ?? LIMIT_DEFAULT;
}

/** Returns the place of the cursor; `undefined` without one. @throws {ProblemError} */
export async function readPlace<Place extends object>(
  request: ManageRequest<unknown, ListQuery>,
): Promise<Place | undefined> {
  const { query, context } = request;
  if (query.cursor === undefined) return undefined;
  const place = readToken(await context.loadMasterKey(), scopeOf(request), query.cursor);
  if (place === undefined) throw invalidParameter('cursor', NOT_ISSUED);
  return JSON.parse(place) as Place;
}

/** Returns the token of a place. */
export async function writePlace(
  request: ManageRequest<unknown, ListQuery>,
  place: object | undefined,
): Promise<string | undefined> {
  if (place === undefined) return undefined;
  const masterKey = await request.context.loadMasterKey();
  return writeToken(masterKey, scopeOf(request), JSON.stringify(place));
}

/** Returns the page of a list that is sorted by time and id. */
export async function listByTime<Item extends { readonly id: string }>(
  request: ManageRequest<unknown, ListQuery>,
  list: (range: ListRange) => Promise<readonly Item[]>,
  { atMs, view }: { atMs: (item: Item) => number; view: (item: Item) => object },
): Promise<ListPage> {
  const limit = limitOf(request.query);
  const after = await readPlace<ListPlace>(request);
  const found = await list({ ...(after && { after }), limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const place = last && { atMs: atMs(last), id: last.id };
  return {
    items: shown.map((item) => JSON.stringify(view(item))),
    next: await writePlace(request, place),
  };
}

/** A cursor is bound to the path, the key's view and the filters, in any order. */
function scopeOf({ path, query, key }: ManageRequest<unknown, ListQuery>): string {
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  const sorted = Object.entries(filters).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `manage\n${path}\n${key.projectId ?? ''}\n${JSON.stringify(Object.fromEntries(sorted))}`;
}

/** Refuses a text that {@link parseInstantCeiling} does not read. */
export const checkInstant: FieldCheck = (text) =>
  parseInstantCeiling(text) === undefined
    ? 'must be an RFC 3339 date-time with Z or an offset, or a date'
    : undefined;
