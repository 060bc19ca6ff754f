import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';

import { KeyChecker } from './key-checker.ts';

const folder = mkdtempSync(join(tmpdir(), 'teller-key-checker-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** How long a child continues after its channel was closed. */
const CHILD_END_MS = 200;
/** A child that answers when a file exists, exits for one exchange, and reports its environment and its process. */
const CHILD = `
  import { existsSync } from 'node:fs';
  const held = [];
  const report = (id) => process.send({ id, error: { code: 'exchange_unavailable', message: JSON.stringify({ ...process.env, pid: process.pid }) } });
  process.on('disconnect', () => setTimeout(() => process.exit(), ${CHILD_END_MS}));
  process.on('message', ({ id, exchange }) => {
    if (exchange === 'exits') process.exit(1);
    else if (exchange === 'reports') report(id);
    else held.push(id);
  });
  setInterval(() => {
    if (existsSync('answers')) for (const id of held.splice(0)) process.send({ id });
  }, 10);
`;
writeFileSync(join(folder, 'key-check-process.mjs'), CHILD);

let checker: KeyChecker;
beforeEach(() => {
  const env = {
    ...process.env,
    TELLER_MASTER_KEY: 'master-secret',
    TELLER_MASTER_KEY_FILE: '/master-secret',
    TELLER_DATABASE_URL: 'postgres://u:database-secret@h/d',
    TELLER_DATABASE_REPLICA_URL: 'postgres://u:database-secret@h/d',
    TELLER_METRICS_TOKEN: 'metrics-secret',
    PGPASSWORD: 'database-secret',
    TELLER_EXCHANGE_THROTTLE: 'off',
  };
  checker = new KeyChecker({ mainPath: join(folder, 'main.mjs'), env, workingFolder: folder });
});
afterEach(() => {
  checker.close();
  rmSync(join(folder, 'answers'), { force: true });
});

it('the process that checks keys knows neither the master key nor the database', async () => {
  const { error } = await checker.check('reports', {});
  expect(error?.message).toContain('TELLER_EXCHANGE_THROTTLE');
  expect(error?.message).not.toMatch(/master-secret|database-secret|metrics-secret/);
});

it('a check that is interrupted fails, and the next one runs in another process', async () => {
  const waiting = checker.check('binance', {});
  const interrupted = await checker.check('exits', {});
  for (const { error } of [interrupted, await waiting]) {
    expect(error).toMatchObject({
      code: 'exchange_unavailable',
      message: 'the check was interrupted',
    });
  }
  writeFileSync(join(folder, 'answers'), '');
  expect(await checker.check('binance', {})).toMatchObject({ error: undefined });
});

it('a check that gets no answer ends after twenty seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const checked = checker.check('binance', {});
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await checked).error).toMatchObject({ message: 'the check did not end in time' });
  } finally {
    vi.useRealTimers();
  }
});

it('a process that did not answer in time is ended, and the next check runs in another one', async () => {
  const pid = await pidOf(checker);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const checked = checker.check('binance', {});
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  await checked;
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), 5000);
  expect(await pidOf(checker)).not.toBe(pid);
});

/** Returns the id of the process that checks keys. */
async function pidOf(each: KeyChecker): Promise<number> {
  const { error } = await each.check('reports', {});
  return (JSON.parse(error?.message ?? '{}') as { pid: number }).pid;
}

/** Makes the process idle for so long that it is ended, and returns its id. */
async function endIdle(): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pid = await pidOf(checker);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  return pid;
}

it('a child process ends when it was idle', async () => {
  const pid = await endIdle();
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), 5000);
});

it('a child process that ends after it was idle does not interrupt a check in another one', async () => {
  await endIdle();
  const checked = checker.check('binance', {});
  await sleep(2 * CHILD_END_MS);
  writeFileSync(join(folder, 'answers'), '');
  expect(await checked).toMatchObject({ error: undefined });
});

it('a process that is about to end as idle continues if a key arrives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await checker.check('reports', {});
  // That of the idle process: the check has ended, and its time limit keeps no process alive.
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(59_999);
  const checked = checker.check('binance', {});
  await vi.advanceTimersByTimeAsync(2);
  vi.useRealTimers();
  writeFileSync(join(folder, 'answers'), '');
  expect(await Promise.race([checked, sleep(5000)])).toMatchObject({ error: undefined });
});

it('a check fails if its process cannot be started', async () => {
  const options = { mainPath: join(folder, 'main.mjs'), env: process.env };
  const other = new KeyChecker({ ...options, workingFolder: join(folder, 'nowhere') });
  const { error } = await other.check('binance', {});
  expect(error).toMatchObject({ code: 'exchange_unavailable' });
});

it('keys are refused while 16 are checked and 256 wait, and all of these are checked', async () => {
  const check = (project: number) => checker.check('binance', {}, { projectId: `${project}` });
  const checks = Array.from({ length: 16 + 256 }, (_, no) => check(no % 8));
  await expect(check(9)).rejects.toMatchObject({ code: 'overloaded' });
  writeFileSync(join(folder, 'answers'), '');
  const errors = (await Promise.all(checks)).map(({ error }) => error);
  expect(new Set(errors)).toEqual(new Set([undefined]));
  expect(await check(9)).toMatchObject({ error: undefined });
});

it('a project whose checks do not end leaves turns to others', async () => {
  const hanging = Array.from({ length: 8 + 64 }, () => checker.check('binance', {}));
  await expect(checker.check('binance', {})).rejects.toMatchObject({ code: 'overloaded' });
  const { error } = await checker.check('reports', {}, { projectId: 'other' });
  expect(error?.message).toContain('TELLER_EXCHANGE_THROTTLE');
  writeFileSync(join(folder, 'answers'), '');
  await Promise.all(hanging);
});
