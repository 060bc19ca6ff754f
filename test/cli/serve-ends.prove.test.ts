import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, it } from 'vitest';

import { runTeller } from '../teller.ts';
import { killStarted, startLongRunning, until } from './long-running.ts';
import { createWallet, useScratch } from './scratch.ts';

const scratch = useScratch();
afterEach(() => killStarted());

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

function hasIPv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.some((address) => address?.family === 'IPv6');
}

it.each([{ host: '127.0.0.1', warnings: 0 }, ...(hasIPv6() ? [{ host: '::', warnings: 1 }] : [])])(
  'teller serve warns that customers cannot open its Connect links: %j',
  async ({ host, warnings }) => {
    const args = ['serve', '--no-sync', '--host', host, '--port', '0', '--manage-port', '0'];
    const { child, log } = await startLongRunning(args, scratch.variables);
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
    expect(log().filter(({ msg }) => msg.startsWith('customers cannot'))).toHaveLength(warnings);
  },
  30_000,
);

it('teller sync --json says that it runs, and for which wallet', async () => {
  const { walletId } = await createWallet(scratch.variables);
  for (const [options, named] of [
    [[], null],
    [['--wallet', walletId], walletId],
  ] as const) {
    const { child, ready } = await startLongRunning(['sync', ...options], scratch.variables);
    expect(ready).toEqual({ running: true, walletId: named });
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  }
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

it('the management API is served for the delay of the shutdown', async () => {
  const variables = { ...scratch.variables, TELLER_SHUTDOWN_DELAY_SECONDS: '60' };
  const args = ['serve', '--no-sync', '--port', '0', '--manage-port', '0'];
  type Ready = { url: string; manageUrl: string };
  const { child, ready } = await startLongRunning<Ready>(args, variables);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${ready.url}/readyz`)).status).toBe(503);
  const response = await fetch(`${ready.manageUrl}/openapi.json`);
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'keep-alive']);
  child.kill('SIGTERM');
  await exited;
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

const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `request-${from + index}`);
const askEach = async (url: string, requestIds: readonly string[]): Promise<void> => {
  for (const id of requestIds) {
    await fetch(`${url}/livez`, { headers: { 'x-request-id': id } }).then((answer) =>
      answer.arrayBuffer(),
    );
  }
};

it('the log of teller serve warns of links to no address, and has a line of every request while it runs, and the last ones at SIGTERM', async () => {
  const args = ['--no-sync', '--host', '0.0.0.0', '--port', '0', '--manage-port', '0'];
  const { child, ready, log } = await startLongRunning<{ url: string }>(
    ['serve', ...args],
    scratch.variables,
  );
  const logged = (): string[] => log().flatMap(({ requestId }) => requestId ?? []);
  await askEach(ready.url, ids(0, 3));
  await until(() => logged().length === 3);
  await askEach(ready.url, ids(3, 200));
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(logged()).toEqual(ids(0, 203));
  const msg = expect.stringMatching(/^customers cannot open .*; set TELLER_PUBLIC_URL /) as unknown;
  expect(log().filter(({ level }) => level === 40)).toMatchObject([{ msg, publicUrl: ready.url }]);
});
