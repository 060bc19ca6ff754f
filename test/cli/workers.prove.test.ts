import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { findFreePort } from '../free-port.ts';
import { headersOf, importRow, runTeller, startService, startTeller } from '../teller.ts';
import { createWallet, useScratch } from './scratch.ts';

const scratch = useScratch();

/** Sends a request over a separate connection. */
const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { ...headers, connection: 'close' } });

describe('teller serve --workers', () => {
  it('answers on one port, collects the metrics, and replaces a worker that exits', async () => {
    const { walletId, ...tenant } = await createWallet(scratch.variables);
    await importRow(walletId, scratch.variables);
    const metricsPort = await findFreePort();
    const managePort = await findFreePort();
    const child = startTeller(['serve', '--no-sync', '--workers', '2', '--port', '0', '--json'], {
      ...scratch.variables,
      TELLER_METRICS_PORT: String(metricsPort),
      // One process has it, not each worker.
      TELLER_MANAGE_PORT: String(managePort),
    });
    let log = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    const { url, manageUrl } = JSON.parse(line.toString()) as { url: string; manageUrl: string };
    expect(manageUrl).toBe(`http://127.0.0.1:${managePort}`);
    const pids = (): number[] =>
      [...log.matchAll(/"pid":(\d+),"msg":"the HTTP worker listens"/g)].map(([, pid]) =>
        Number(pid),
      );
    await vi.waitFor(() => expect(pids()).toHaveLength(2), { timeout: 10_000 });

    const listing = `${url}/v0/wallet/transactions`;
    for (let request = 0; request < 6; request += 1) {
      expect((await ask(listing, headersOf(tenant, walletId))).status).toBe(200);
    }
    const readMetrics = async (): Promise<string> =>
      (await ask(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const count = '{route="/v0/wallet/transactions",status="200"} 6';
    await vi.waitFor(async () => expect(await readMetrics()).toContain(count), { timeout: 10_000 });
    expect(await readMetrics()).toContain('teller_wallets{exchange="binance",state="imported"} 1');
    expect(await readMetrics()).toContain('teller_store_notifications_connected 1\n');

    // A stopped process never replies to the primary process.
    process.kill(pids()[0]!, 'SIGSTOP');
    const metrics = readMetrics();
    await sleep(100);
    process.kill(pids()[0]!, 'SIGKILL');
    expect(await metrics).toContain('teller_store_notifications_connected 1\n');
    await vi.waitFor(() => expect(pids()).toHaveLength(3), { timeout: 10_000 });
    for (let request = 0; request < 4; request += 1) {
      expect((await ask(`${url}/livez`)).status).toBe(200);
    }
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(log).not.toContain('sync worker');
    await expect(ask(`${url}/livez`)).rejects.toThrow(TypeError);
  }, 40_000);

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
