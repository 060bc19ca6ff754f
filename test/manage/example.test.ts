import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { connectToBrowser } from '../explorer/explorer-harness.ts';
import { askTeller, callTeller } from '../teller.ts';
import { type ManageHarness, READ_ONLY, startManagement } from './harness.ts';

const SERVER = fileURLToPath(new URL('../../examples/connect/server.js', import.meta.url));

let api: ManageHarness;
let projectId: string;
let browser: Browser;
let product: ChildProcess;
let origin: string;
beforeAll(async () => {
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  const publicPort = await findFreePort();
  api = await startManagement(
    {
      TELLER_CONNECT_RETURN_ORIGINS: origin,
      TELLER_PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    },
    publicPort,
  );
  const { id: orgId } = await api.ask('POST /v0/organizations', { name: 'Treasury' });
  projectId = (await api.ask('POST /v0/projects', { orgId, name: 'Treasury' })).id;
  const args = ['manage-key', 'create', '--project', projectId];
  const { manageKey } = await askTeller<{ manageKey: string }>(args, api.variables);
  const env = {
    ...process.env,
    TELLER_MANAGE_URL: api.manageUrl(),
    TELLER_MANAGE_KEY: manageKey,
    TELLER_PROJECT: projectId,
    PORT: String(port),
  };
  product = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(product.stdout!, 'data');
  browser = await connectToBrowser();
});
afterAll(async () => {
  product?.kill();
  await api?.stop();
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('connects an exchange account of a customer, and shows its balances', async () => {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.getByRole('button', { name: 'Connect an exchange' }).click();
  await page.getByRole('combobox', { name: 'Exchange' }).fill('kraken');
  await page.getByRole('option', { name: 'Kraken', exact: true }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(READ_ONLY.apiKey);
  await page.getByRole('textbox', { name: 'Private key' }).fill(READ_ONLY.secret);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/state=connected/);
  await page.getByText('kraken: new').waitFor();
  const { items } = await api.ask(`GET /v0/projects/${projectId}/webhooks`);
  const { delivered } = await api.ask(`POST /v0/webhooks/${items[0].id}/test`, {});
  expect(delivered).toBe(true);
  await callTeller(['sync', '--once'], api.variables);
  await page.reload();
  await page.getByText('kraken: synced').waitFor();
  expect(await page.getByRole('row').count()).toBeGreaterThan(1);
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Replace the key' }).click();
  await page.getByText('asks for a new key').waitFor();
  await page.close();
});
