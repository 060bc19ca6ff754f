import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { headersOf, runTeller, startTeller, importRow } from '../teller.ts';
import { createScratch, createWallet, type Scratch } from './scratch.ts';

let scratch: Scratch;
const started: ChildProcess[] = [];
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  scratch.remove();
});

/** A long-running command that is ready. */
interface Running<Ready> {
  readonly child: ChildProcess;
  /** The output when it was ready. */
  readonly ready: Ready;
  /** Returns the lines of its log so far. */
  readonly log: () => LogLine[];
  /** Returns the process ids of the sync workers that it has started so far. */
  readonly workers: () => number[];
}

interface LogLine {
  readonly msg: string;
  readonly pid?: number;
  readonly requestId?: string;
}

/** Starts a long-running command and waits until it is ready. */
async function start<Ready = unknown>(args: readonly string[]): Promise<Running<Ready>> {
  const child = startTeller([...args, '--json'], {
    ...scratch.variables,
    TELLER_LOG_LEVEL: 'info',
  });
  started.push(child);
  let written = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    written += chunk;
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const log = (): LogLine[] =>
    written.split('\n').flatMap((text) => (text.startsWith('{') ? [readLogLine(text)] : []));
  const workers = (): number[] =>
    log().flatMap(({ msg, pid }) => (msg === 'the sync worker runs' ? [pid!] : []));
  return { child, ready: JSON.parse(line.toString()) as Ready, log, workers };
}

/** Parses a line of the log; an incomplete line has an empty message. */
function readLogLine(text: string): LogLine {
  return (text.endsWith('}') ? JSON.parse(text) : { msg: '' }) as LogLine;
}

/**
 * Returns true if a process runs; an ended process remains in the table until its parent has waited for it.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** Returns true if a process is a zombie. Systems without /proc have none for long (launchd on macOS). */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Waits for a condition, until the time limit of the test. */
async function until(condition: () => boolean): Promise<true> {
  while (!condition()) await sleep(20);
  return true;
}

describe('teller serve', () => {
  it('responds, and shuts down with its sync worker at SIGTERM', async () => {
    const tenant = await createWallet(scratch.variables);
    await importRow(tenant.walletId, scratch.variables);
    const { child, ready, workers } = await start<{ url: string }>(['serve', '--port', '0']);
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const headers = headersOf(tenant, tenant.walletId);
    const answer = await fetch(`${ready.url}/v0/wallet/transactions`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ transactions: [{ asset: 'BTC' }] });
    await until(() => workers().length === 1);
    const [worker] = workers();
    expect(isAlive(worker!)).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(isAlive(worker!)).toBe(false);
  });

  it('leaves no sync worker behind when it is killed', async () => {
    const { child, workers } = await start(['serve', '--port', '0']);
    await until(() => workers().length === 1);
    const [worker] = workers();
    child.kill('SIGKILL');
    expect(await until(() => !isAlive(worker!))).toBe(true);
  });

  it('restarts the sync worker after it has exited', async () => {
    const { workers } = await start(['serve', '--port', '0']);
    await until(() => workers().length === 1);
    process.kill(workers()[0]!, 'SIGKILL');
    expect(await until(() => workers().length === 2)).toBe(true);
    expect(isAlive(workers()[1]!)).toBe(true);
  });

  it('runs no sync worker with --no-sync and says when its port is taken', async () => {
    const args = ['serve', '--no-sync', '--port'];
    const { child, ready, workers } = await start<{ url: string }>([...args, '0']);
    const { port } = new URL(ready.url);
    const second = await runTeller([...args, port, '--json'], scratch.variables);
    expect(second.code).toBe(1);
    expect(JSON.parse(second.stdout)).toEqual({
      error: { code: 'port_in_use', message: expect.stringContaining(`port ${port}`) },
    });
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(workers()).toEqual([]);
  });
});

describe('the log of teller serve', () => {
  const ids = (from: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `request-${from + index}`);
  const askEach = async (url: string, requestIds: readonly string[]): Promise<void> => {
    for (const id of requestIds) {
      await fetch(`${url}/livez`, { headers: { 'x-request-id': id } }).then((answer) =>
        answer.arrayBuffer(),
      );
    }
  };

  it('has a line of every request while it runs, and the last ones at SIGTERM', async () => {
    const { child, ready, log } = await start<{ url: string }>([
      'serve',
      '--no-sync',
      '--port',
      '0',
    ]);
    const logged = (): string[] => log().flatMap(({ requestId }) => requestId ?? []);
    await askEach(ready.url, ids(0, 3));
    await until(() => logged().length === 3);
    await askEach(ready.url, ids(3, 200));
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(logged()).toEqual(ids(0, 203));
  });
});

describe('teller demo', () => {
  it('answers both endpoints with the headers that it prints, and cleans up', async () => {
    interface Demo {
      readonly url: string;
      readonly explorerUrl: string;
      readonly headers: Record<string, string>;
    }
    const { child, ready, workers } = await start<Demo>(['demo', '--port', '0']);
    const { url, explorerUrl, headers } = ready;
    const [page, fragment = ''] = explorerUrl.split('#connect?');
    expect(page).toBe(`${url}/`);
    expect([...new URLSearchParams(fragment).values()]).toEqual(Object.values(headers));
    const [transactions, balance] = await Promise.all([
      fetch(`${url}/v0/wallet/transactions?limit=1`, { headers }),
      fetch(`${url}/v0/wallet/withdraw/balance`, { headers }),
    ]);
    expect(await transactions.json()).toMatchObject({ transactions: [{}] });
    expect(((await balance.json()) as { balances: unknown[] }).balances.length).toBeGreaterThan(5);
    await until(() => workers().length === 1);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(workers().filter(isAlive)).toEqual([]);
  });
});

describe('output that is not read', () => {
  it('ends a command quietly', async () => {
    const child = startTeller(['--help'], {});
    started.push(child);
    child.stdout!.destroy();
    const [errors, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    expect(errors).toBe('');
    expect(code).toBe(0);
  });
});
