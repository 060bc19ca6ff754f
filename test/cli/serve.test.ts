import { once } from 'node:events';
import { get } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';

import { SteadyCallers } from '../faults/steady-callers.ts';
import { findFreePort } from '../free-port.ts';
import { headersOf, importRow } from '../teller.ts';
import { isAlive, killStarted, type LogLine, startLongRunning, until } from './long-running.ts';
import { createWallet, useScratch } from './scratch.ts';

const scratch = useScratch();
afterEach(() => killStarted());

const start = <Ready>(args: readonly string[]) => startLongRunning<Ready>(args, scratch.variables);

/** Returns the number of sync workers that the database knows. */
function countAnnounced(): unknown {
  const database = new DatabaseSync(scratch.variables['TELLER_DATABASE_URL']!, { readOnly: true });
  const [row] = database.prepare('SELECT count(*) AS count FROM sync_worker').all();
  database.close();
  return row?.['count'];
}

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
  await until(() => countAnnounced() === 1);
  const callers = new SteadyCallers(ready.url, { fresh: 4, keepAlive: 4 });
  await until(() => callers.answered > 50);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(isAlive(worker!)).toBe(false);
  // It has ended in order: a killed one would be counted for ten seconds, and would use its share of the rate limits.
  expect(countAnnounced()).toBe(0);
  await callers.whenEnded();
  expect(callers.losses.filter(({ isReused }) => isReused)).toEqual([]);
}, 60_000);

const warningsOf = (log: () => readonly LogLine[]) => log().filter(({ level }) => level === 40);
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
  const { child, ready, log } = await start<{ url: string }>(['serve', ...args]);
  const logged = (): string[] => log().flatMap(({ requestId }) => requestId ?? []);
  await askEach(ready.url, ids(0, 3));
  await until(() => logged().length === 3);
  await askEach(ready.url, ids(3, 200));
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(logged()).toEqual(ids(0, 203));
  const msg = expect.stringMatching(/^customers cannot open .*; set TELLER_PUBLIC_URL /) as unknown;
  expect(warningsOf(log)).toMatchObject([{ msg, publicUrl: ready.url }]);
});

it('teller serve with two workers listens on free ports, collects their metrics, and replaces one that exits', async () => {
  const [metricsPort, managePort] = [await findFreePort(), await findFreePort()];
  const args = ['serve', '--no-sync', '--workers', '2', '--host', '0.0.0.0', '--port', '0'];
  const variables = {
    ...scratch.variables,
    TELLER_PUBLIC_URL: 'https://teller.example',
    TELLER_METRICS_PORT: String(metricsPort),
    TELLER_MANAGE_PORT: String(managePort),
  };
  const { child, ready, log } = await startLongRunning<{ url: string; manageUrl: string }>(
    [...args, '--manage-port', '0'],
    variables,
  );
  expect(ready.manageUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(ready.manageUrl).not.toBe(ready.url);
  const pidsOf = (event: string) => log().flatMap(({ msg, pid }) => (msg === event ? [pid!] : []));
  const listening = () => pidsOf('the HTTP worker listens');
  await until(() => listening().length === 2);
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await askEach(ready.url, ids(0, 6));
  await expect.poll(readMetrics).toContain('route="/livez",status="200"} 6');
  expect(await readMetrics()).toContain('\nteller_store_notifications_connected 1\n');
  expect(await readMetrics()).toMatch(/^teller_http_connections_used_ratio [\d.e-]+$/m);
  const [first] = listening();
  process.kill(first!, 'SIGKILL');
  await until(() => listening().length === 3);
  await askEach(ready.url, ids(6, 6));
  // The workers accept connections themselves.
  child.kill('SIGSTOP');
  const [response] = await once(get(`${ready.url}/livez`, { agent: false }), 'response');
  response.resume();
  child.kill('SIGCONT');
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  // They end in order: each has written the rest of its log.
  expect(log().flatMap(({ requestId }) => requestId ?? [])).toEqual(
    expect.arrayContaining(ids(6, 6)),
  );
  expect(listening().filter((pid) => isAlive(pid))).toEqual([]);
  // The workers neither synchronise nor serve the management API, and none is replaced at the end.
  expect(listening()).toHaveLength(3);
  expect(pidsOf('the HTTP worker runs')).toHaveLength(3);
  expect(log().filter(({ msg }) => msg.includes('sync worker'))).toEqual([]);
  // Its links have the public URL.
  expect(warningsOf(log).filter(({ msg }) => msg.startsWith('customers'))).toEqual([]);
}, 120_000);
