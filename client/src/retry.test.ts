import { expect, it } from 'vitest';

import { ConnectionError } from './connection-error.ts';
import { ProblemError } from './problem-error.ts';
import { chooseWait } from './retry.ts';
import { readWalletSync } from './wallet-sync.ts';

function problem(status: number, code: string, retryAfterMs: number | null): ProblemError {
  const sync = readWalletSync(new Headers());
  const members = { code, title: code, detail: code, requestId: null };
  return new ProblemError(status, members, { retryAfterMs, sync });
}

it.each([
  [429, 1000, 1000],
  [503, 30_000, 30_000],
  [503, 30_001, undefined],
  [503, null, undefined],
  [500, 1000, undefined],
  [502, 1000, undefined],
])('after status %i with a retry after %j ms it waits %j ms', (status, retryAfterMs, waitMs) => {
  expect(chooseWait(problem(status, 'any', retryAfterMs), 0, 0)).toBe(waitMs);
});

it('increases the wait with each attempt if the response has no retry-after', () => {
  const errors = [
    new ConnectionError('http://127.0.0.1:1', undefined),
    problem(502, 'unexpected_response', null),
    problem(503, 'unexpected_response', null),
    problem(504, 'unexpected_response', null),
  ];
  for (const error of errors) {
    const waits = [0, 1, 2].map((attempt) => chooseWait(error, attempt, 1));
    expect(waits).toEqual([250, 500, 1000]);
    expect(chooseWait(error, 0, 0)).toBe(125);
  }
});

it.each(['wallet_not_synced', 'exchange_unavailable'])(
  'does not wait for the end of %s',
  (code) => {
    expect(chooseWait(problem(503, code, 1000), 0, 0)).toBeUndefined();
  },
);

it('does not retry after an error in the program', () => {
  expect(chooseWait(new SyntaxError('no JSON'), 0, 0)).toBeUndefined();
});
