import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { SteadyCallers } from '../faults/steady-callers.ts';
import { headersOf, importRow, runTeller } from '../teller.ts';
import { isAlive, killStarted, startLongRunning, until } from './long-running.ts';
import { createScratch, createWallet, type Scratch } from './scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => {
  killStarted();
  scratch.remove();
});

const start = <Ready>(args: readonly string[]) => startLongRunning<Ready>(args, scratch.variables);

it('teller serve responds, and shuts down with its sync worker at SIGTERM, without breaking a request', async () => {
  const tenant = await createWallet(scratch.variables);
  await importRow(tenant.walletId, scratch.variables);
  const { child, ready, workers } = await start<{ url: string }>(['serve', '--port', '0']);
  expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  // The management API is off unless it has a port.
  expect(ready).not.toHaveProperty('manageUrl');
  const headers = headersOf(tenant, tenant.walletId);
  const answer = await fetch(`${ready.url}/v0/wallet/transactions`, { headers });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ transactions: [{ asset: 'BTC' }] });
  await until(() => workers().length === 1);
  const [worker] = workers();
  expect(isAlive(worker!)).toBe(true);
  const callers = new SteadyCallers(ready.url, { fresh: 4, keepAlive: 4 });
  await until(() => callers.answered > 50);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(isAlive(worker!)).toBe(false);
  await callers.whenEnded();
  expect(callers.losses.filter(({ isReused }) => isReused)).toEqual([]);
});

const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `request-${from + index}`);
const askEach = async (url: string, requestIds: readonly string[]): Promise<void> => {
  for (const id of requestIds) {
    await fetch(`${url}/livez`, { headers: { 'x-request-id': id } }).then((answer) =>
      answer.arrayBuffer(),
    );
  }
};

it('the log of teller serve has a line of every request while it runs, and the last ones at SIGTERM', async () => {
  const { child, ready, log } = await start<{ url: string }>(['serve', '--no-sync', '--port', '0']);
  const logged = (): string[] => log().flatMap(({ requestId }) => requestId ?? []);
  await askEach(ready.url, ids(0, 3));
  await until(() => logged().length === 3);
  await askEach(ready.url, ids(3, 200));
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(logged()).toEqual(ids(0, 203));
});

it('teller serve listens on two free ports', async () => {
  const args = ['serve', '--no-sync', '--port', '0', '--manage-port', '0'];
  const { child, ready } = await start<{ url: string; manageUrl: string }>(args);
  expect(ready.manageUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(ready.manageUrl).not.toBe(ready.url);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

it.each([
  ['--manage-port', [], '--manage-port, or 0 for any free port'],
  ['TELLER_MANAGE_PORT', [], 'TELLER_MANAGE_PORT, or 0 for any free port'],
  ['TELLER_METRICS_PORT', [], 'TELLER_METRICS_PORT'],
  ['TELLER_METRICS_PORT', ['--workers', '2'], 'TELLER_METRICS_PORT'],
])('teller serve ends if the port of %s %j is in use', async (setting, options, advice) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = String((other.address() as AddressInfo).port);
  const isOption = setting.startsWith('--');
  const variables = { ...scratch.variables, ...(isOption ? {} : { [setting]: port }) };
  const args = ['serve', '--no-sync', '--port', '0', ...(isOption ? [setting, port] : options)];
  const { code, stderr } = await runTeller(args, variables);
  other.close();
  const message = `teller: port ${port} of 127.0.0.1 is in use; choose another with ${advice}\n`;
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

it('a second SIGHUP, which a shell that exits sends too, does not interrupt the end of teller serve', async () => {
  const variables = { ...scratch.variables, TELLER_SHUTDOWN_DELAY_SECONDS: '2' };
  const args = ['serve', '--no-sync', '--port', '0'];
  const { child, ready } = await startLongRunning<{ url: string }>(args, variables);
  const exited = once(child, 'exit');
  child.kill('SIGHUP');
  await expect.poll(async () => (await fetch(`${ready.url}/readyz`)).status).toBe(503);
  child.kill('SIGHUP');
  expect(await exited).toEqual([0, null]);
});

it('a second SIGTERM ends teller serve immediately', async () => {
  const variables = { ...scratch.variables, TELLER_SHUTDOWN_DELAY_SECONDS: '60' };
  const args = ['serve', '--no-sync', '--port', '0'];
  const { child, ready } = await startLongRunning<{ url: string }>(args, variables);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${ready.url}/readyz`)).status).toBe(503);
  child.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
});
