import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createRequestLog, type RequestLine } from './request-log.ts';

const SECOND_MS = 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Returns a log, and the lines that it has written. */
function startLog(level = 'info') {
  const lines: object[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as object);
  const log = createRequestLog(pino({ level }, { write }));
  const send = (count: number, line: Partial<RequestLine> = {}): void => {
    for (let index = 0; index < count; index += 1) {
      log({ route: '/', status: 401, requestId: 'r', ...line });
    }
  };
  return { lines, send };
}

it('counts the refusals that are not logged in each second, and reports none if all are logged', () => {
  const { lines, send } = startLog();
  for (const refusals of [25, 21, 3]) {
    send(refusals);
    vi.advanceTimersByTime(SECOND_MS);
  }
  const reports = lines.filter((line) => 'countsByStatus' in line);
  expect(reports).toMatchObject([{ countsByStatus: { 401: 5 } }, { countsByStatus: { 401: 1 } }]);
  expect(lines).toHaveLength(20 + 1 + 20 + 1 + 3);
});

it.each([
  ['failures of the service', { status: 503 }],
  ['successes', { status: 200 }],
  ['refusals of a caller with a valid key', { status: 404, keyId: 'key_1' }],
])('logs any number of %s', (_what, line) => {
  const { lines, send } = startLog();
  send(30, line);
  vi.advanceTimersByTime(SECOND_MS);
  expect(lines).toHaveLength(30);
});

it('writes nothing about requests if they are not logged', () => {
  const { lines, send } = startLog('warn');
  send(30);
  vi.advanceTimersByTime(SECOND_MS);
  expect(lines).toEqual([]);
});
