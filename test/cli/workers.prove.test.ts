import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import { findFreePort } from '../free-port.ts';
import { headersOf, importRow, runTeller, startService } from '../teller.ts';
import { isAlive, killStarted, startLongRunning, until } from './long-running.ts';
import { createWallet, useScratch } from './scratch.ts';

const scratch = useScratch();
afterEach(() => killStarted());

/** Sends a request over a separate connection. */
const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { ...headers, connection: 'close' } });

describe('teller serve --workers', () => {
  it('listens on free ports, collects the metrics, and replaces a worker that exits', async () => {
    const { walletId, ...tenant } = await createWallet(scratch.variables);
    await importRow(walletId, scratch.variables);
    const metricsPort = await findFreePort();
    const args = ['serve', '--no-sync', '--workers', '2', '--host', '0.0.0.0', '--port', '0'];
    const { child, ready, log } = await startLongRunning<{ url: string; manageUrl: string }>(
      [...args, '--manage-port', '0'],
      {
        ...scratch.variables,
        TELLER_PUBLIC_URL: 'https://teller.example',
        TELLER_METRICS_PORT: String(metricsPort),
        // One process has it, not each worker.
        TELLER_MANAGE_PORT: String(await findFreePort()),
      },
    );
    const { url, manageUrl } = ready;
    expect(manageUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(manageUrl).not.toBe(url);
    const pidsOf = (event: string) =>
      log().flatMap(({ msg, pid }) => (msg === event ? [pid!] : []));
    const pids = () => pidsOf('the HTTP worker listens');
    await until(() => pids().length === 2);

    const listing = `${url}/v0/wallet/transactions`;
    for (let request = 0; request < 6; request += 1) {
      expect((await ask(listing, headersOf(tenant, walletId))).status).toBe(200);
    }
    const readMetrics = async (): Promise<string> =>
      (await ask(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const count = '{route="/v0/wallet/transactions",status="200"} 6';
    await expect.poll(readMetrics).toContain(count);
    expect(await readMetrics()).toContain('teller_wallets{exchange="binance",state="imported"} 1');
    expect(await readMetrics()).toContain('teller_store_notifications_connected 1\n');
    expect(await readMetrics()).toMatch(/^teller_http_connections_used_ratio [\d.e-]+$/m);

    // A stopped process never replies to the primary process.
    process.kill(pids()[0]!, 'SIGSTOP');
    const metrics = readMetrics();
    await sleep(100);
    process.kill(pids()[0]!, 'SIGKILL');
    expect(await metrics).toContain('teller_store_notifications_connected 1\n');
    await until(() => pids().length === 3);
    const ids = ['request-0', 'request-1', 'request-2', 'request-3'];
    for (const id of ids) {
      expect((await ask(`${url}/livez`, { 'x-request-id': id })).status).toBe(200);
    }
    // The workers accept connections themselves.
    child.kill('SIGSTOP');
    expect((await ask(`${url}/livez`)).status).toBe(200);
    child.kill('SIGCONT');
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    await expect(ask(`${url}/livez`)).rejects.toThrow(TypeError);
    // They end in order: each has written the rest of its log.
    const requestIds = log().flatMap(({ requestId }) => requestId ?? []);
    expect(requestIds).toEqual(expect.arrayContaining(ids));
    expect(pids().filter((pid) => isAlive(pid))).toEqual([]);
    // The workers neither synchronise nor serve the management API, and none is replaced at the end.
    expect(pids()).toHaveLength(3);
    expect(pidsOf('the HTTP worker runs')).toHaveLength(3);
    expect(log().filter(({ msg }) => msg.includes('sync worker'))).toEqual([]);
    // Its links have the public URL.
    const warnings = log().filter(({ level }) => level === 40);
    expect(warnings.filter(({ msg }) => msg.startsWith('customers'))).toEqual([]);
  }, 120_000);

  it('starts on the port of TELLER_MANAGE_PORT if --manage-port names another one', async () => {
    const [port, managePort] = [await findFreePort(), await findFreePort()];
    const service = await startService({ ...scratch.variables, TELLER_MANAGE_PORT: String(port) }, [
      '--no-sync',
      '--workers',
      '2',
      '--port',
      String(port),
      '--manage-port',
      String(managePort),
    ]);
    expect(service).toMatchObject({
      url: `http://127.0.0.1:${port}`,
      manageUrl: `http://127.0.0.1:${managePort}`,
    });
    await service.stop();
  }, 20_000);

  it('reports why it could not start', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const args = ['serve', '--no-sync', '--workers', '2', '--port', String(port)];
    const { code, stderr } = await runTeller(args, scratch.variables);
    server.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`port ${port} of 127.0.0.1 is in use`);
  }, 20_000);

  it.each(['0', '65', 'two', '1.5'])('refuses %s workers', async (count) => {
    const { code, stderr } = await runTeller(['serve', '--workers', count], scratch.variables);
    expect(code).toBe(2);
    expect(stderr).toContain('an integer from 1 to 64');
  });
});
