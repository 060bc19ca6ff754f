/**
 * The query parameters of `GET /v0/wallet/transactions`: one table that parses, explains and
 * documents them (the OpenAPI document is generated from the same `schema` that is enforced here).
 */
import { suggestName } from './closest-name.ts';
import { parseInstantCeiling, shortenInstant } from './instant.ts';
import { type ParameterError, parameterProblem } from './problem.ts';
import {
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionField,
  type TransactionStatus,
  type TransactionType,
} from './transaction.ts';
import { trimCharacters } from './trim.ts';
import { CURSOR_LENGTH_MAX, type WalkPlace } from './walk.ts';

/** Selects transactions of a wallet, and their fields. */
export interface TransactionQuery {
  /** Zero-based. */
  readonly page: number;
  readonly limit: number;
  readonly asset?: string;
  readonly type?: TransactionType;
  readonly status?: TransactionStatus;
  /** Inclusive, Unix time in milliseconds. */
  readonly sinceMs?: number;
  /** Exclusive, Unix time in milliseconds. */
  readonly beforeMs?: number;
  /** In the order of {@link TRANSACTION_FIELDS}. */
  readonly fields: readonly TransactionField[];
  /** The page starts after this place; `page` is its index within the walk. */
  readonly after?: WalkPlace;
}

/** A query as parsed from its parameters; the cursor is not yet verified. */
export interface ParsedQuery extends Omit<TransactionQuery, 'after'> {
  readonly cursor?: string;
}

/** A query parameter: its JSON Schema (the subset that OpenAPI 3.1 shows), its description and its parser. */
export interface QueryParameter<Query = ParsedQuery> {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** How several values are given in one, if the parameter takes several. */
  readonly severalValues?: string;
  /** Returns the query with the value, or a message that says which values are accepted. */
  readonly read: (value: string) => Partial<Query> | string;
}

export const PAGE_MAX = 1000;
export const LIMIT_MIN = 1;
export const LIMIT_MAX = 1000;
export const LIMIT_DEFAULT = 10;
/** Maximum parameter errors in a problem; the problem reports the number of further errors. */
export const PARAMETER_ERRORS_MAX = 20;
/** Maximum parameters that are parsed. No route has as many, so a longer query is invalid anyway. */
const PARAMETERS_READ_MAX = 64;
const INTEGER_FORM = /^(0|[1-9][0-9]*)$/;
const DATE_HINT =
  'must be an RFC 3339 date-time with Z or an offset (2024-02-29T12:00:00Z) or a date (2024-02-29)';

/** Every parameter of the listing except the cursor, by name. */
export const TRANSACTION_PARAMETERS: Readonly<Record<string, QueryParameter>> = {
  // Without a default: some generated clients send defaults, and `page` must be missing with a cursor.
  page: integerParameter(
    'Zero-based page index; 0 if missing.',
    { minimum: 0, maximum: PAGE_MAX },
    (page) => ({ page }),
  ),
  limit: integerParameter(
    'Transactions per page.',
    { minimum: LIMIT_MIN, maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
    (limit) => ({ limit }),
  ),
  asset: {
    description: 'Keep only transactions of this asset symbol (exact, case-sensitive).',
    schema: { type: 'string', minLength: 1 },
    read: (asset) => ({ asset }),
  },
  type: choiceParameter('Keep only transactions of this type.', TRANSACTION_TYPES, (type) => ({
    type,
  })),
  since: instantParameter('Keep only transactions created at or after this time', (sinceMs) => ({
    sinceMs,
  })),
  before: instantParameter('Keep only transactions created before this time', (beforeMs) => ({
    beforeMs,
  })),
  status: choiceParameter(
    'Keep only transactions of this status.',
    TRANSACTION_STATUSES,
    (status) => ({ status }),
  ),
  fields: {
    description: `Comma-separated fields to include: any of ${TRANSACTION_FIELDS.join(', ')}. All fields if missing.`,
    schema: { type: 'string', minLength: 1 },
    severalValues: 'commas between the names',
    read: readFields,
  },
};

/** Every parameter of the listing over HTTP, by name. */
export const LISTING_PARAMETERS: Readonly<Record<string, QueryParameter>> = {
  ...TRANSACTION_PARAMETERS,
  cursor: {
    description:
      'Continues a walk through all transactions: the token of a `Link` header with `rel="next"`. ' +
      'All other parameters must be the same as in the request that returned it; `page` must be missing.',
    schema: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]+$',
      minLength: 1,
      maxLength: CURSOR_LENGTH_MAX,
    },
    read: (cursor) => ({ cursor }),
  },
};

/** Returns the raw query of a request target without `?`, not decoded; empty if there is none. */
export function rawQueryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/**
 * Reads the raw query string of the listing (without `?`).
 *
 * @throws {ProblemError} that lists every invalid parameter.
 */
export function parseTransactionQuery(rawQuery: string): ParsedQuery {
  const query: ParsedQuery = { page: 0, limit: LIMIT_DEFAULT, fields: TRANSACTION_FIELDS };
  if (rawQuery === '') return query;
  return Object.assign(query, parseQuery(rawQuery, LISTING_PARAMETERS));
}

/**
 * Returns the raw query string of the next page: the parameters of this one, encoded again, with another
 * cursor.
 *
 * @param rawQuery a query string that {@link parseTransactionQuery} or {@link parseQuery} has accepted.
 * @param fields what was read of the parameter `fields`.
 */
export function writeNextQuery(
  rawQuery: string,
  fields: readonly TransactionField[],
  cursor: string,
): string {
  const next = `cursor=${cursor}`;
  if (rawQuery === '') return next;
  const parts: string[] = [];
  for (const [name, [value = '']] of groupValues(splitPairs(rawQuery))) {
    if (name === 'page' || name === 'cursor') continue;
    parts.push(`${name}=${encodeURIComponent(shortenValue(name, value, fields))}`);
  }
  return [...parts, next].join('&');
}

/** Returns a value with the same meaning: a long one could make the URL longer than the service accepts. */
function shortenValue(name: string, value: string, fields: readonly TransactionField[]): string {
  if (name === 'since' || name === 'before') return shortenInstant(value);
  // Names may be repeated.
  return name === 'fields' && value.length > fields.join(',').length ? fields.join(',') : value;
}

/**
 * Reads the raw query string of a route without parameters.
 *
 * @throws {ProblemError} if it has any.
 */
export function parseEmptyQuery(rawQuery: string): void {
  if (rawQuery !== '') parseQuery(rawQuery, {});
}

/**
 * Reads a raw query string by a table of parameters.
 *
 * @throws {ProblemError} that lists every invalid parameter.
 */
export function parseQuery<Query extends { readonly cursor?: string }>(
  rawQuery: string,
  parameters: Readonly<Record<string, QueryParameter<Query>>>,
): Partial<Query> {
  /** Each writes its message only if it is listed, because some of them take long. */
  const errors: (() => ParameterError)[] = [];
  const query: Partial<Query> = {};
  const pairs = splitPairs(rawQuery);
  const groups = groupValues(pairs.slice(0, PARAMETERS_READ_MAX));
  for (const [name, values] of groups) {
    const read = readParameter(name, values, parameters);
    if (typeof read === 'function') errors.push(read);
    else Object.assign(query, read);
  }
  if (query.cursor !== undefined && groups.has('page')) {
    const message = 'cannot be combined with page; omit page or cursor';
    errors.push(() => ({ parameter: 'cursor', code: 'invalid_parameter', message }));
  }
  if (errors.length === 0) return query;
  const listed = errors.slice(0, PARAMETER_ERRORS_MAX).map((explain) => explain());
  const unread = Math.max(pairs.length - PARAMETERS_READ_MAX, 0);
  throw parameterProblem(listed, errors.length - listed.length + unread);
}

/** Returns the parsed parameter, or a function that describes its error. */
function readParameter<Query>(
  name: string,
  values: readonly (string | undefined)[],
  parameters: Readonly<Record<string, QueryParameter<Query>>>,
): Partial<Query> | (() => ParameterError) {
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const shown = name.slice(0, 64);
  if (parameter === undefined) {
    return () => {
      const message = explainUnknown(name, Object.keys(parameters));
      return { parameter: shown, code: 'unknown_parameter', message };
    };
  }
  const fail = (code: ParameterError['code'], message: string) => () => ({
    parameter: shown,
    code,
    message,
  });
  if (values.length > 1) {
    const { severalValues } = parameter;
    const advice = severalValues === undefined ? '' : `, with ${severalValues}`;
    return fail('repeated_parameter', `must be given only once${advice}`);
  }
  const [value] = values;
  if (value === undefined) return fail('invalid_parameter', 'is not well-formed percent-encoding');
  if (value === '') return fail('invalid_parameter', 'must not be empty');
  const read = parameter.read(value);
  return typeof read === 'string' ? fail('invalid_parameter', read) : read;
}

function explainUnknown(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'this route takes no parameters';
  return `is not a parameter of this route; ${suggestName(name, known)}`;
}

function splitPairs(rawQuery: string): string[] {
  return rawQuery.split('&').filter((pair) => pair !== '');
}

/** Returns the values of each parameter in order; `undefined` for a value that cannot be decoded. */
function groupValues(pairs: readonly string[]): Map<string, (string | undefined)[]> {
  const groups = new Map<string, (string | undefined)[]>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decodeComponent(rawName) ?? rawName;
    const value = equals === -1 ? '' : decodeComponent(pair.slice(equals + 1));
    const values = groups.get(name);
    if (values === undefined) groups.set(name, [value]);
    else values.push(value);
  }
  return groups;
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Returns a parameter with an integer in a range. */
export function integerParameter<Query = ParsedQuery>(
  description: string,
  schema: { readonly minimum: number; readonly maximum: number; readonly default?: number },
  toQuery: (value: number) => Partial<Query>,
): QueryParameter<Query> {
  const { minimum, maximum } = schema;
  return {
    description,
    schema: { type: 'integer', format: 'int32', ...schema },
    read: (text) => {
      const value = INTEGER_FORM.test(text) ? Number(text) : NaN;
      return value >= minimum && value <= maximum
        ? toQuery(value)
        : `must be an integer from ${minimum} to ${maximum}`;
    },
  };
}

/** Returns a parameter with one of some words. */
export function choiceParameter<const Choice extends string, Query = ParsedQuery>(
  description: string,
  choices: readonly Choice[],
  toQuery: (choice: Choice) => Partial<Query>,
): QueryParameter<Query> {
  return {
    description,
    schema: { type: 'string', enum: choices },
    read: (text) => {
      const choice = choices.find((candidate) => candidate === text);
      return choice === undefined ? `must be one of ${choices.join(', ')}` : toQuery(choice);
    },
  };
}

function instantParameter(
  description: string,
  toQuery: (ceilingMs: number) => Partial<ParsedQuery>,
): QueryParameter {
  return {
    description: `${description}: an RFC 3339 date-time with \`Z\` or an offset, or a date.`,
    // Two formats (`anyOf`) would have no type in most generated clients.
    schema: { type: 'string', minLength: 1, examples: ['2024-02-29T12:00:00Z', '2024-02-29'] },
    read: (text) => {
      const ceilingMs = parseInstantCeiling(text);
      return ceilingMs === undefined ? DATE_HINT : toQuery(ceilingMs);
    },
  };
}

function readFields(text: string): Partial<ParsedQuery> | string {
  const names = text.split(',').map((name) => trimCharacters(name, ' '));
  const unknown = names.find((name) => !(TRANSACTION_FIELDS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    return `contains ${JSON.stringify(unknown.slice(0, 64))}; must be a comma-separated list of ${TRANSACTION_FIELDS.join(', ')}`;
  }
  return { fields: TRANSACTION_FIELDS.filter((field) => names.includes(field)) };
}
