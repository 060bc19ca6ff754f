/** Reads JSON bodies by their schemas, and explains all of their errors at once. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';

import { closestName } from '../../domain/closest-name.ts';
import { type ParameterError, parameterProblem, ProblemError } from '../../domain/problem.ts';
import { PARAMETER_ERRORS_MAX } from '../../domain/query.ts';

/** Maximum errors that are collected from a body. */
const ERRORS_READ_MAX = 256;
const NAME_SHOWN_MAX = 64;

/** An error of a validator. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
  readonly message: string;
}

/** Returns a function that reads a body. It throws a {@link ProblemError} that lists every invalid field. */
export function createBodyReader<Schema extends TSchema>(
  schema: Schema,
): (bytes: Buffer | undefined) => Static<Schema> {
  const validator = Compile(schema);
  return (bytes) => {
    const value = parseJson(bytes);
    if (validator.Check(value)) return value;
    Settings.Set({ maxErrors: ERRORS_READ_MAX });
    refuse(describeErrors(validator.Errors(value), schema));
  };
}

/** Throws a problem about fields of a body. */
export function refuseFields(errors: readonly (readonly [name: string, message: string])[]): never {
  refuse(errors.map(([parameter, message]) => ({ parameter, code: 'invalid_parameter', message })));
}

function refuse(errors: readonly ParameterError[]): never {
  const shown = errors.slice(0, PARAMETER_ERRORS_MAX);
  throw parameterProblem(shown, errors.length - shown.length);
}

function parseJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // The parser's message quotes the body, which may contain secrets.
    throw new ProblemError('malformed_request', 'the body is not JSON in UTF-8');
  }
}

function describeErrors(
  errors: readonly SchemaError[],
  schema: TSchema,
): readonly ParameterError[] {
  const listed = errors.flatMap((error) => describeError(error, schema));
  // Alternatives of a field report one error each; the first says enough.
  return [
    ...new Map(listed.map((each) => [each.parameter, each] as const).toReversed()).values(),
  ].toReversed();
}

function describeError(error: SchemaError, schema: TSchema): readonly ParameterError[] {
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
  return [invalid(path === '' ? 'body' : path.slice(0, NAME_SHOWN_MAX), explain(error))];
}

function explainUnknown(name: string, known: readonly string[]): string {
  const closest = closestName(name, known);
  const advice = closest === undefined ? '' : `; did you mean ${closest}?`;
  return `is not a member of this body${advice}`;
}

function explain({ keyword, params, message }: SchemaError): string {
  const { allowedValues } = params as { allowedValues?: readonly unknown[] };
  if (keyword === 'enum' && allowedValues !== undefined) {
    return `must be one of ${allowedValues.join(', ')}`;
  }
  if (keyword === 'pattern') return 'is not of the documented form';
  return message;
}

function invalid(parameter: string, message: string): ParameterError {
  return { parameter, code: 'invalid_parameter', message };
}
