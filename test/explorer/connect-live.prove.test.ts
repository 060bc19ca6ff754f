import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type ManageHarness, READ_ONLY, startManagement } from '../manage/harness.ts';
import { startProduct } from './connect-service.ts';
import { connectToBrowser } from './explorer-harness.ts';

/** A page of the operator, which shows the message of the pop-up. */
const PRODUCT_PAGE = `<title>Product</title><output></output><script>
  addEventListener('message', ({ origin, data }) => {
    document.querySelector('output').textContent = JSON.stringify({ origin, data });
  });</script>`;

let api: ManageHarness;
let product: Awaited<ReturnType<typeof startProduct>>;
let browser: Browser;
let projectId: string;
beforeAll(async () => {
  product = await startProduct(PRODUCT_PAGE);
  api = await startManagement({ TELLER_CONNECT_RETURN_ORIGINS: product.url });
  browser = await connectToBrowser();
  const { id: orgId } = await api.ask('POST /v0/organizations', { name: 'Org' });
  projectId = (await api.ask('POST /v0/projects', { orgId, name: 'Acme Treasury' })).id;
});
afterAll(async () => {
  await api.stop();
  await product.stop();
});

async function createLink(options: object = {}): Promise<{ id: string; link: string }> {
  const body = { returnUrl: `${product.url}/done`, ...options };
  const { id, url } = await api.ask(`POST /v0/projects/${projectId}/connect-sessions`, body);
  return { id, link: `${api.publicUrl()}/connect${new URL(url).hash}` };
}

async function enterKey(page: Page, { apiKey, secret }: typeof READ_ONLY): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey);
  await page.getByRole('textbox', { name: 'Private key' }).fill(secret);
  await page.getByRole('button', { name: 'Connect' }).click();
}

it('leads a customer from a refused key to a connected account and back, at 360 px', async () => {
  const { id, link } = await createLink();
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(link);
  await page.getByText('Acme Treasury').first().waitFor();
  await page.getByRole('combobox', { name: 'Exchange' }).fill('krak');
  await page.getByRole('option', { name: 'Kraken', exact: true }).click();
  await enterKey(page, { ...READ_ONLY, apiKey: 'unknown-key' });
  await page.getByRole('alert').getByText('Kraken does not accept the key').waitFor();
  expect(await page.getByRole('textbox', { name: 'API key' }).inputValue()).toBe('unknown-key');
  expect(await page.getByRole('textbox', { name: 'Private key' }).inputValue()).toBe('');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(360);
  expect(hosts).toEqual(new Set([api.publicUrl()]));
  await enterKey(page, READ_ONLY);
  await page.waitForURL(`${product.url}/done?session=${id}&state=connected`);
  const { items } = await api.ask(`GET /v0/projects/${projectId}/wallets`);
  expect(items).toMatchObject([{ exchange: 'kraken', state: 'new' }]);
  // Until the session has expired, its link leads back again, for a customer whose response was lost.
  await page.goto(link);
  await page.waitForURL(`${product.url}/done?session=${id}&state=connected`);
  await page.close();
});

it('posts the end of the session from a pop-up to its opener', async () => {
  const { id, link } = await createLink({ exchange: 'kraken' });
  const page = await browser.newPage();
  await page.goto(product.url);
  const opened = page.waitForEvent('popup');
  await page.evaluate(`void open(${JSON.stringify(link)}, 'connect', 'width=480,height=700')`);
  const popup = await opened;
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .poll(() => page.locator('output').textContent())
    .toBe(
      JSON.stringify({
        origin: api.publicUrl(),
        data: { type: 'wallet-teller-connect', session: id, state: 'canceled' },
      }),
    );
  await page.close();
});
