/** Reads JSON bodies by their schemas, and explains their errors, of fields all at once. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';

import { suggestName } from '../../domain/closest-name.ts';
import { type ParameterError, parameterProblem, ProblemError } from '../../domain/problem.ts';
import { PARAMETER_ERRORS_MAX } from '../../domain/query.ts';
import { ManageError } from '../../manage/errors.ts';
import { explainName } from '../../manage/names.ts';
import { EndpointRefusedError } from '../../webhooks/endpoint-url.ts';

/** Maximum errors that are collected from a body. */
const ERRORS_READ_MAX = 256;
const NAME_SHOWN_MAX = 64;

/** Returns why the text of a field is refused, for what a schema cannot express; `undefined` if it is accepted. */
export type FieldCheck = (text: string) => string | undefined;

/** The checks of a body, by field. */
export type FieldChecks = Readonly<Record<string, FieldCheck>>;

/** Fields that are refused, and why. */
type RefusedFields = readonly (readonly [name: string, message: string])[];

/** Returns the fields of a body that are refused because of others. The values are those that the caller sent. */
export type BodyCheck = (fields: Readonly<Record<string, unknown>>) => RefusedFields;

/** An error of a validator. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
  readonly message: string;
}

/**
 * Returns a function that reads a body. It throws a {@link ProblemError} that lists every field that the schema or a check
 * refuses.
 */
export function createBodyReader<Schema extends TSchema>(
  schema: Schema,
  checks: FieldChecks = {},
  checkBody: BodyCheck = () => [],
): (bytes: Buffer | undefined) => Static<Schema> {
  const validator = Compile(schema);
  return (bytes) => {
    const value = parseJson(bytes);
    const checkErrors = runChecks(value, checks, checkBody);
    if (validator.Check(value)) {
      if (checkErrors.length > 0) refuse(checkErrors);
      return value;
    }
    Settings.Set({ maxErrors: ERRORS_READ_MAX });
    const errors = describeErrors(validator.Errors(value), schema, value);
    const names = new Set(errors.map(({ parameter }) => parameter));
    refuse([...errors, ...checkErrors.filter(({ parameter }) => !names.has(parameter))]);
  };
}

/** Returns a check by a function that throws if it does not accept a text. */
export function acceptedBy(accept: (text: string) => unknown): FieldCheck {
  return (text) => {
    try {
      accept(text);
      return undefined;
    } catch (error) {
      if (error instanceof ManageError || error instanceof EndpointRefusedError) {
        return error.message;
      }
      throw error;
    }
  };
}

function runChecks(
  value: unknown,
  checks: FieldChecks,
  checkBody: BodyCheck,
): readonly ParameterError[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const ofFields = Object.entries(checks).flatMap(([name, check]) => {
    const text = fields[name];
    const message = typeof text === 'string' ? check(text) : undefined;
    return message === undefined ? [] : [invalid(name, message)];
  });
  return [...ofFields, ...toErrors(checkBody(fields))];
}

/** Throws a problem about fields of a body. */
export function refuseFields(fields: RefusedFields): never {
  refuse(toErrors(fields));
}

function toErrors(fields: RefusedFields): readonly ParameterError[] {
  return fields.map(([name, message]) => invalid(name, message));
}

function refuse(errors: readonly ParameterError[]): never {
  const shown = errors.slice(0, PARAMETER_ERRORS_MAX);
  throw parameterProblem(shown, errors.length - shown.length);
}

function parseJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) return {};
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(text, requireWellFormed) as unknown;
  } catch {
    // The parser's message quotes the body, which may contain secrets.
    throw new ProblemError('malformed_request', 'the body is not JSON in UTF-8');
  }
}

/** The databases store no half of a surrogate pair, which an escape such as `\ud800` may be. */
function requireWellFormed(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('not well-formed');
  return value;
}

function describeErrors(
  errors: readonly SchemaError[],
  schema: TSchema,
  value: unknown,
): readonly ParameterError[] {
  const listed = errors.flatMap((error) => describeError(error, schema, value));
  // Alternatives of a field report one error each; the first says enough.
  return [
    ...new Map(listed.map((each) => [each.parameter, each] as const).toReversed()).values(),
  ].toReversed();
}

function describeError(
  error: SchemaError,
  schema: TSchema,
  value: unknown,
): readonly ParameterError[] {
  const { keyword, instancePath, params } = error;
  const path = instancePath.slice(1).replaceAll('/', '.');
  const nameOf = (field: string): string => [path, field].filter((part) => part !== '').join('.');
  const { requiredProperties = [], additionalProperties = [] } = params as {
    requiredProperties?: readonly string[];
    additionalProperties?: readonly string[];
  };
  if (keyword === 'required') {
    return requiredProperties.map((field) => invalid(nameOf(field), 'is missing'));
  }
  if (keyword === 'additionalProperties') {
    const known =
      path === '' ? Object.keys((schema as { properties?: object }).properties ?? {}) : [];
    return additionalProperties.map((field) => ({
      parameter: nameOf(field.slice(0, NAME_SHOWN_MAX)),
      code: 'unknown_parameter',
      message: explainUnknown(field, known),
    }));
  }
  // The value of an unknown member is reported by its object.
  if (keyword === 'boolean') return [];
  return [invalid(path === '' ? 'body' : path.slice(0, NAME_SHOWN_MAX), explain(error, value))];
}

function explainUnknown(name: string, known: readonly string[]): string {
  const problem = 'is not a member of this body';
  return known.length === 0 ? problem : `${problem}; ${suggestName(name, known)}`;
}

/** Returns what a field must be. The messages of the validator have the words of JSON Schema. */
function explain({ keyword, params, message, instancePath }: SchemaError, value: unknown): string {
  const { allowedValues, allowedValue, limit } = params as {
    readonly allowedValues?: readonly unknown[];
    readonly allowedValue?: unknown;
    readonly limit?: number;
  };
  if (keyword === 'enum' && allowedValues !== undefined) {
    return `must be one of ${allowedValues.join(', ')}`;
  }
  if (keyword === 'const') return `must be ${JSON.stringify(allowedValue)}`;
  if ((keyword === 'minLength' || keyword === 'minItems') && limit === 1) {
    return 'must not be empty';
  }
  if (keyword === 'maxLength') return `must have at most ${limit} characters`;
  // Only names have a pattern.
  if (keyword === 'pattern') return explainName(String(valueAt(value, instancePath))) ?? message;
  return message;
}

/** Returns the member of a value at a JSON pointer to a named member. */
function valueAt(value: unknown, path: string): unknown {
  const names = path.split('/').slice(1);
  return names.reduce((each, name) => (each as Readonly<Record<string, unknown>>)[name], value);
}

function invalid(parameter: string, message: string): ParameterError {
  return { parameter, code: 'invalid_parameter', message };
}
