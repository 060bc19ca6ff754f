import type { FastifySchemaValidationError } from 'fastify';

import { type ParameterError, parameterProblem, type ProblemError } from '../../domain/problem.ts';

/** Returns the problem of a request that does not match the `schema` of its route, as Fastify's validator reports it. */
export function explainValidation(errors: readonly FastifySchemaValidationError[]): ProblemError {
  return parameterProblem(errors.map((error) => describe(error)));
}

function describe({
  keyword,
  instancePath,
  params,
  message = 'is invalid',
}: FastifySchemaValidationError): ParameterError {
  const nameOf = (member?: string): string =>
    [...instancePath.split('/').slice(1), ...(member === undefined ? [] : [member])].join('.');
  if (keyword === 'additionalProperties') {
    const parameter = nameOf(params['additionalProperty'] as string);
    return { parameter, code: 'unknown_parameter', message: 'is unknown' };
  }
  const code = 'invalid_parameter';
  if (keyword === 'required') {
    return { parameter: nameOf(params['missingProperty'] as string), code, message: 'is missing' };
  }
  return { parameter: nameOf() || 'body', code, message };
}
