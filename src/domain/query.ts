/**
 * The query parameters of `GET /v0/wallet/transactions`: one table that parses, explains and
 * documents them (the OpenAPI document is generated from the same `schema` that is enforced here).
 */
import { closestName } from './closest-name.ts';
import { parseInstantCeiling } from './instant.ts';
import { type ParameterError, parameterProblem } from './problem.ts';
import {
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionField,
  type TransactionStatus,
  type TransactionType,
} from './transaction.ts';

/** Which transactions of a wallet are asked for, and what of them. */
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
}

/** A parameter as JSON Schema (the part that OpenAPI 3.1 shows), and what it means. */
export interface QueryParameter {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The query with the value in it, or the message that says what is accepted. */
  readonly read: (value: string) => Partial<TransactionQuery> | string;
}

export const PAGE_MAX = 1000;
export const LIMIT_MIN = 1;
export const LIMIT_MAX = 1000;
export const LIMIT_DEFAULT = 10;
const INTEGER_FORM = /^(0|[1-9][0-9]*)$/;
const DATE_HINT =
  'must be an RFC 3339 date-time with Z or an offset (2024-02-29T12:00:00Z) or a date (2024-02-29)';

/** Every parameter of the listing, by name. */
export const TRANSACTION_PARAMETERS: Readonly<Record<string, QueryParameter>> = {
  page: integerParameter('Zero-based page index.', 0, PAGE_MAX, 0, (page) => ({ page })),
  limit: integerParameter(
    'Transactions per page.',
    LIMIT_MIN,
    LIMIT_MAX,
    LIMIT_DEFAULT,
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
  since: instantParameter('Keep only transactions created at or after this time.', (sinceMs) => ({
    sinceMs,
  })),
  before: instantParameter('Keep only transactions created before this time.', (beforeMs) => ({
    beforeMs,
  })),
  status: choiceParameter(
    'Keep only transactions of this status.',
    TRANSACTION_STATUSES,
    (status) => ({ status }),
  ),
  fields: {
    description: `Comma-separated fields to include, of ${TRANSACTION_FIELDS.join(', ')}. All when absent.`,
    schema: { type: 'string', minLength: 1 },
    read: readFields,
  },
};

/**
 * Reads the raw query string of the listing (without `?`).
 *
 * @throws {ProblemError} that names every bad parameter at once.
 */
export function parseTransactionQuery(rawQuery: string): TransactionQuery {
  const query: TransactionQuery = { page: 0, limit: LIMIT_DEFAULT, fields: TRANSACTION_FIELDS };
  if (rawQuery === '') return query;
  return Object.assign(query, parseQuery(rawQuery, TRANSACTION_PARAMETERS));
}

/**
 * Reads the raw query string of a route without parameters.
 *
 * @throws {ProblemError} when it has any.
 */
export function parseEmptyQuery(rawQuery: string): void {
  if (rawQuery !== '') parseQuery(rawQuery, {});
}

function parseQuery(
  rawQuery: string,
  parameters: Readonly<Record<string, QueryParameter>>,
): Partial<TransactionQuery> {
  const errors: ParameterError[] = [];
  const query: Partial<TransactionQuery> = {};
  for (const [name, values] of groupValues(rawQuery)) {
    const read = readParameter(name, values, parameters);
    if ('code' in read) errors.push(read);
    else Object.assign(query, read);
  }
  if (errors.length > 0) throw parameterProblem(errors);
  return query;
}

function readParameter(
  name: string,
  values: readonly (string | undefined)[],
  parameters: Readonly<Record<string, QueryParameter>>,
): Partial<TransactionQuery> | ParameterError {
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const shown = name.slice(0, 64);
  const fail = (code: ParameterError['code'], message: string): ParameterError => ({
    parameter: shown,
    code,
    message,
  });
  if (parameter === undefined) {
    return fail('unknown_parameter', explainUnknown(name, Object.keys(parameters)));
  }
  if (values.length > 1) return fail('repeated_parameter', 'must stand once');
  const [value] = values;
  if (value === undefined) return fail('invalid_parameter', 'is not well-formed percent-encoding');
  if (value === '') return fail('invalid_parameter', 'must not be empty');
  const read = parameter.read(value);
  return typeof read === 'string' ? fail('invalid_parameter', read) : read;
}

function explainUnknown(name: string, known: readonly string[]): string {
  const closest = closestName(name, known);
  return closest === undefined
    ? 'this route takes no parameters'
    : `is not a parameter of this route; did you mean ${closest}?`;
}

/** The values of each parameter in order of appearance; `undefined` for one that does not decode. */
function groupValues(rawQuery: string): Map<string, (string | undefined)[]> {
  const groups = new Map<string, (string | undefined)[]>();
  for (const pair of rawQuery.split('&')) {
    if (pair === '') continue;
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

function integerParameter(
  description: string,
  minimum: number,
  maximum: number,
  initial: number,
  toQuery: (value: number) => Partial<TransactionQuery>,
): QueryParameter {
  return {
    description,
    schema: { type: 'integer', minimum, maximum, default: initial },
    read: (text) => {
      const value = INTEGER_FORM.test(text) ? Number(text) : NaN;
      return value >= minimum && value <= maximum
        ? toQuery(value)
        : `must be an integer from ${minimum} to ${maximum}`;
    },
  };
}

function choiceParameter<const Choice extends string>(
  description: string,
  choices: readonly Choice[],
  toQuery: (choice: Choice) => Partial<TransactionQuery>,
): QueryParameter {
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
  toQuery: (ceilingMs: number) => Partial<TransactionQuery>,
): QueryParameter {
  return {
    description,
    schema: {
      type: 'string',
      anyOf: [{ format: 'date-time' }, { format: 'date' }],
      examples: ['2024-02-29T12:00:00Z', '2024-02-29'],
    },
    read: (text) => {
      const ceilingMs = parseInstantCeiling(text);
      return ceilingMs === undefined ? DATE_HINT : toQuery(ceilingMs);
    },
  };
}

function readFields(text: string): Partial<TransactionQuery> | string {
  const names = text.split(',').map((name) => name.replace(/^ +| +$/g, ''));
  const unknown = names.find((name) => !(TRANSACTION_FIELDS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    return `has ${JSON.stringify(unknown.slice(0, 64))}; must be a list of ${TRANSACTION_FIELDS.join(', ')}`;
  }
  return { fields: TRANSACTION_FIELDS.filter((field) => names.includes(field)) };
}
