import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { headersOf, runTeller, startTeller } from '../teller.ts';
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

/** Starts a long-running command and reads the JSON line that says it is ready. */
async function start<Ready>(args: readonly string[]): Promise<[ChildProcess, Ready]> {
  const child = startTeller([...args, '--json'], scratch.variables);
  started.push(child);
  child.stderr!.resume();
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return [child, JSON.parse(line.toString()) as Ready];
}

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child!);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for a condition, for as long as a test may take. */
async function until(condition: () => boolean): Promise<true> {
  while (!condition()) await sleep(20);
  return true;
}

describe('teller serve', () => {
  it('answers, and ends gracefully with its sync worker at SIGTERM', async () => {
    const tenant = await createWallet(scratch.variables);
    const [child, { url }] = await start<{ url: string }>(['serve', '--port', '0']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const headers = headersOf(tenant, tenant.walletId);
    const answer = await fetch(`${url}/v0/wallet/transactions`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ transactions: [] });
    await until(() => childrenOf(child.pid!).length === 1);
    const [worker] = childrenOf(child.pid!);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(isAlive(worker!)).toBe(false);
  });

  it('leaves no sync worker behind when it is killed', async () => {
    const [child] = await start(['serve', '--port', '0']);
    await until(() => childrenOf(child.pid!).length === 1);
    const [worker] = childrenOf(child.pid!);
    child.kill('SIGKILL');
    expect(await until(() => !isAlive(worker!))).toBe(true);
  });

  it('starts the sync worker again when it dies', async () => {
    const [child] = await start(['serve', '--port', '0']);
    await until(() => childrenOf(child.pid!).length === 1);
    const [worker] = childrenOf(child.pid!);
    process.kill(worker!, 'SIGKILL');
    const restarted = () => childrenOf(child.pid!).some((pid) => pid !== worker);
    expect(await until(restarted)).toBe(true);
  });

  it('runs no sync worker with --no-sync and says when its port is taken', async () => {
    const [child, { url }] = await start<{ url: string }>(['serve', '--port', '0', '--no-sync']);
    const { port } = new URL(url);
    const args = ['serve', '--no-sync', '--port', port, '--json'];
    const second = await runTeller(args, scratch.variables);
    expect(second.code).toBe(1);
    expect(JSON.parse(second.stdout)).toEqual({
      error: { code: 'port_in_use', message: expect.stringContaining(`port ${port}`) },
    });
    expect(childrenOf(child.pid!)).toEqual([]);
  });
});

describe('teller demo', () => {
  it('answers both endpoints with the headers that it prints, and cleans up', async () => {
    interface Demo {
      readonly url: string;
      readonly headers: Record<string, string>;
    }
    const [child, { url, headers }] = await start<Demo>(['demo', '--port', '0']);
    const [transactions, balance] = await Promise.all([
      fetch(`${url}/v0/wallet/transactions?limit=1`, { headers }),
      fetch(`${url}/v0/wallet/withdraw/balance`, { headers }),
    ]);
    expect(await transactions.json()).toMatchObject({ transactions: [{}] });
    expect(((await balance.json()) as { balances: unknown[] }).balances.length).toBeGreaterThan(5);
    const workers = childrenOf(child.pid!);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(workers.filter(isAlive)).toEqual([]);
  });
});

describe('output that nobody reads', () => {
  it('ends a command quietly', async () => {
    const child = startTeller(['--help'], {});
    started.push(child);
    child.stdout!.destroy();
    const [errors, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    expect(errors).toBe('');
    expect(code).toBe(0);
  });
});
