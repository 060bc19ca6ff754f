/** The product of docs/embed.md, as its one command starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { CUSTOMER } from '../../src/cli/demo/demo-exchange.ts';
import { connectToBrowser } from '../explorer/explorer-harness.ts';
import { findFreePort } from '../free-port.ts';

const START = fileURLToPath(new URL('../../examples/connect/start.js', import.meta.url));
const SYNC_MS_MAX = 25_000;

let browser: Browser;
let example: ChildProcess;
let origin: string;

beforeAll(async () => {
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), DEMO_PORT: '0' };
  example = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(example.stdout!, 'data');
  browser = await connectToBrowser();
}, 60_000);
afterAll(() => {
  example?.kill();
});

/** Reloads the page of the product until it shows a text. */
async function waitForText(page: Page, text: string): Promise<void> {
  const isShown = async () => {
    await page.reload();
    return page.getByText(text).count();
  };
  await expect.poll(isShown, { timeout: SYNC_MS_MAX, interval: 250 }).toBeGreaterThan(0);
}

it('connects an exchange account of a customer, shows its balances and events, and asks for a new key', async () => {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.getByRole('button', { name: 'Connect an exchange' }).click();
  await page.getByRole('combobox', { name: 'Exchange' }).fill('kraken');
  await page.getByRole('option', { name: 'Kraken', exact: true }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(CUSTOMER.credentials.apiKey);
  await page.getByRole('textbox', { name: 'Private key' }).fill(CUSTOMER.credentials.secret);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/state=connected/);
  await waitForText(page, 'kraken: synced');
  expect(await page.getByRole('row').count()).toBeGreaterThan(1);
  await waitForText(page, 'wallet.connected');
  await page.getByRole('button', { name: 'Replace the key' }).click();
  await page.getByText('asks for a new key').waitFor();
  await page.close();
}, 60_000);

it('ends with all its programs', async () => {
  const exited = once(example, 'exit');
  example.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});
