import type { Logger } from 'pino';

import type { ProblemError } from '../domain/problem.ts';

const API_KEY = /key_[0-9a-f]{24}\.[\w-]{43}/g;
const CAUSES_MAX = 4;

/** Logs the cause of an internal error, with its request id. */
export function logFailure(
  logger: Logger,
  problem: ProblemError,
  error: unknown,
  requestId: string,
): void {
  if (problem.code !== 'internal' && problem.code !== 'store_unavailable') return;
  logger.error({ requestId, code: problem.code, error: describeFailure(error) }, 'request failed');
}

/** Returns the stacks of an error and its causes, with API keys removed. */
function describeFailure(error: unknown): string {
  const lines: string[] = [];
  let current = error;
  while (current instanceof Error && lines.length < CAUSES_MAX) {
    lines.push(current.stack ?? current.message);
    current = current.cause;
  }
  if (lines.length === 0) lines.push(String(error));
  return lines.join('\ncaused by ').replace(API_KEY, '[API key]');
}
