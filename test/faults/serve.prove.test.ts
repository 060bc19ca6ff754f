import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, onTestFinished } from 'vitest';

import { isAlive, killStarted, startLongRunning, until } from '../cli/long-running.ts';
import { useScratch } from '../cli/scratch.ts';
import { askTeller, runTeller, startTeller } from '../teller.ts';

const scratch = useScratch();
afterEach(() => killStarted());

const start = <Ready>(args: readonly string[]) => startLongRunning<Ready>(args, scratch.variables);

it('teller serve leaves no sync worker behind when it is killed', async () => {
  const { child, workers } = await start(['serve', '--port', '0']);
  await until(() => workers().length === 1);
  const [worker] = workers();
  child.kill('SIGKILL');
  expect(await until(() => !isAlive(worker!))).toBe(true);
});

it('teller serve restarts the sync worker after it has exited', async () => {
  const { workers } = await start(['serve', '--port', '0']);
  await until(() => workers().length === 1);
  process.kill(workers()[0]!, 'SIGKILL');
  expect(await until(() => workers().length === 2)).toBe(true);
  expect(isAlive(workers()[1]!)).toBe(true);
});

it('teller serve runs no sync worker with --no-sync and says when its port is taken', async () => {
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

it('teller demo answers both endpoints with the headers that it prints, despite the configuration of an installation, and cleans up', async () => {
  interface Demo {
    readonly url: string;
    readonly explorerUrl: string;
    readonly headers: Record<string, string>;
  }
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const variables = {
    ...scratch.variables,
    TELLER_MASTER_KEY: 'not a key',
    TELLER_MASTER_KEY_FILE: '/nowhere/key',
    TELLER_METRICS_PORT: String((other.address() as AddressInfo).port),
  };
  const args = ['demo', '--port', '0'];
  const { child, ready, errors, workers } = await startLongRunning<Demo>(args, variables);
  other.close();
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
  expect(errors()).not.toContain('is in use');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(workers().filter(isAlive)).toEqual([]);
  expect(readdirSync(scratch.folder)).toEqual([]);
});

it('teller demo listens at the next port if port 8080 is in use, and says so', async () => {
  const other = createServer().listen(8080, '127.0.0.1');
  // Fails if another program listens there.
  await Promise.race([once(other, 'listening'), once(other, 'error').catch(() => undefined)]);
  try {
    const { ready, errors } = await start<{ url: string }>(['demo']);
    expect(ready.url).not.toMatch(/:8080$/);
    expect(errors()).toContain(`Port 8080 is in use: the demo listens at ${ready.url} instead`);
    expect(errors()).toContain('Synchronising the sample wallet with the simulated exchange …');
    expect(ready).not.toHaveProperty('manageUrl');
  } finally {
    other.close();
  }
});

it('teller demo uses the database of another demo, and refuses one with other organizations', async () => {
  const database = scratch.variables['TELLER_DATABASE_URL']!;
  const args = ['demo', '--port', '0', '--database', database];
  for (const name of ['first', 'second']) {
    const { child, ready } = await start(args);
    expect([name, ready]).toEqual([name, expect.objectContaining({ url: expect.any(String) })]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await askTeller(['org', 'create', 'My company'], scratch.variables);
  const refused = startTeller([...args, '--json'], {});
  onTestFinished(() => void refused.kill('SIGKILL'));
  const [output] = await Promise.all([text(refused.stdout!), once(refused, 'exit')]);
  expect(JSON.parse(output.split('\n')[0]!)).toEqual({
    error: { code: 'wrong_usage', message: expect.stringContaining('other organizations') },
  });
});

it('other commands on the database of teller demo reach its exchange by the variable that it prints', async () => {
  interface Demo {
    readonly exchangeProxyUrl: string;
    readonly projectId: string;
    readonly customer: { readonly exchange: string; readonly credentials: object };
  }
  const database = scratch.variables['TELLER_DATABASE_URL']!;
  const args = ['demo', '--port', '0', '--manage-port', '0', '--database', database];
  const { ready } = await start<Demo>(args);
  const { exchangeProxyUrl, projectId, customer } = ready;
  // Otherwise the command below would call the real exchange.
  expect(new URL(exchangeProxyUrl).hostname).toBe('127.0.0.1');
  const variables = { ...scratch.variables, TELLER_EXCHANGE_PROXY_URL: exchangeProxyUrl };
  const add = ['wallet', 'add', '--project', projectId, '--exchange', customer.exchange];
  const added = await runTeller(add, variables, JSON.stringify(customer.credentials));
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^wallet_/) });
  // The exchange checked the key.
  const refused = await runTeller(add, variables, '{"apiKey":"other","secret":"b3RoZXI="}');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('kraken'),
  });
});

it('teller demo ends if the port of its management API is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = String((other.address() as AddressInfo).port);
  const child = startTeller(['demo', '--port', '0', '--manage-port', port, '--json'], {});
  // Also after the time limit of the test, when nothing else follows.
  onTestFinished(() => {
    child.kill('SIGKILL');
    other.close();
  });
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ error: { code: 'port_in_use' } });
});

it('output that is not read ends a command quietly', async () => {
  const child = startTeller(['--help'], {});
  child.stdout!.destroy();
  const [errors, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  expect(errors).toBe('');
  expect(code).toBe(0);
});
