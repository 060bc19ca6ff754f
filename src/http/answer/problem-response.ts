import { PROBLEMS, type ProblemDefinition, ProblemError } from '../../domain/problem.ts';
import { StoreUnavailableError } from '../../store/errors.ts';
import { type Answer, privateHeaders } from './route-answer.ts';

/** The challenge of every 401. */
const AUTHENTICATION_CHALLENGE = 'ApiKey realm="wallet-teller"';

/** Returns the problem that a caller sees. An unexpected error becomes `internal`. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof StoreUnavailableError) {
    return new ProblemError('store_unavailable', 'the database does not respond; retry shortly');
  }
  return new ProblemError(
    'internal',
    'the service failed to respond; its log has the cause under this requestId',
  );
}

/** Returns the answer of a problem (RFC 9457). */
export function answerProblem(
  problem: ProblemError,
  requestId: string,
): Answer & { readonly body: string } {
  const definition: ProblemDefinition = PROBLEMS[problem.code];
  const headers = privateHeaders();
  headers.push('content-type', 'application/problem+json');
  if (definition.retryAfterSeconds !== undefined) {
    headers.push('retry-after', String(definition.retryAfterSeconds));
  }
  if (definition.status === 401 && problem.headers['www-authenticate'] === undefined) {
    headers.push('www-authenticate', AUTHENTICATION_CHALLENGE);
  }
  for (const [name, value] of Object.entries(problem.headers)) headers.push(name, value);
  return { status: definition.status, headers, body: writeProblem(problem, requestId) };
}

/** Returns the body of a problem. `type` is the URL of its section in the reference. */
function writeProblem(problem: ProblemError, requestId: string): string {
  const { code, detail, parameterErrors } = problem;
  const { status, title }: ProblemDefinition = PROBLEMS[code];
  return JSON.stringify({
    type: `/docs#${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    ...(parameterErrors.length > 0 && { errors: parameterErrors }),
  });
}
