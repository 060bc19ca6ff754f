import type { DecimalForm } from './amount.ts';
import { parseExactJson } from './exact-json.ts';
import type { HttpResponse } from './http-response.ts';
import { type Problem, ProblemError } from './problem-error.ts';
import { readWalletSync } from './wallet-sync.ts';

/** Returns the error of a response. It may have no problem document, if it is from a proxy. */
export function readProblem(response: HttpResponse): ProblemError {
  const { status, headers, body } = response;
  return new ProblemError(status, parseProblem(body) ?? describeUnexpected(response), {
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
    sync: readWalletSync(headers),
  });
}

/** Returns the parsed body of a response. @throws {ProblemError} `unexpected_response` if it is no JSON. */
export function readBody(response: HttpResponse, decimals: DecimalForm): unknown {
  try {
    return parseExactJson(response.body, decimals);
  } catch {
    throw readProblem(response);
  }
}

function parseProblem(body: string): Problem | undefined {
  try {
    const problem = JSON.parse(body) as Partial<Problem> | null;
    if (typeof problem?.code !== 'string' || typeof problem.detail !== 'string') return undefined;
    return problem as Problem;
  } catch {
    return undefined;
  }
}

function describeUnexpected({ status, headers }: HttpResponse): Problem {
  return {
    code: 'unexpected_response',
    title: 'The response is not one of the service',
    detail: `the address answers with status ${status}, and not as the service does`,
    requestId: headers.get('x-request-id'),
  };
}

/** Returns the time in `retry-after`, which is a number of seconds or a date (RFC 9110 §10.2.3). */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const untilMs = Date.parse(header);
  return Number.isNaN(untilMs) ? null : Math.max(untilMs - Date.now(), 0);
}
