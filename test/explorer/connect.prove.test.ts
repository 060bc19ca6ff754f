import { beforeAll, describe, expect, it } from 'vitest';

import { SAMPLE_BALANCES, sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, fillForm, useExplorer, WIDTHS } from './explorer-harness.ts';

const explorer = useExplorer();
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  tenant = await explorer.addTenant({ balances: SAMPLE_BALANCES, syncedAtMs: NOW_MS });
  other = await explorer.addTenant({
    balances: [],
    transactions: sampleTransactions(30),
    syncedAtMs: NOW_MS,
  });
});

function secretsOf({ apiKey, orgId, projectId, walletId }: Tenant): string[] {
  return [apiKey, orgId, projectId, walletId];
}

it('a long name does not wrap the header at any width', async () => {
  const page = await explorer.open({ width: 360 });
  await fillForm(page, tenant, 'Trading account of the subsidiary in Luxembourg');
  for (const width of [360, 768, 820, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    // A phone has the links in a second line.
    const header = page.locator(
      width < 768 ? '.header-content > :not(nav)' : '.header-content > *',
    );
    await expect.poll(() => header.count()).toBeGreaterThan(1);
    const boxes = await Promise.all((await header.all()).map((part) => part.boundingBox()));
    const middles = boxes.map((box) => Math.round(box!.y + box!.height / 2));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
    await expectToFit(page);
  }
  await expectAccessible(page);
});

describe('the connect form on a phone', () => {
  const [width] = WIDTHS;
  it('reports why a key is refused', async () => {
    const page = await explorer.open({ width, expectedMessages: /401/ });
    await fillForm(page, { ...tenant, apiKey: 'wrong' });
    const alert = page.getByRole('alert');
    await expectText(alert, 'The key is not valid');
    expect(await alert.textContent()).toContain(await readDetail('wrong'));
    await expectAccessible(page);
  });
});

/** Returns the service's error for a key. */
async function readDetail(apiKey: string): Promise<string> {
  const headers = {
    'x-svc-api-key': apiKey,
    'x-svc-org-id': tenant.orgId,
    'x-svc-project-id': tenant.projectId,
    'x-svc-wallet-id': tenant.walletId,
  };
  const { body } = await explorer.service.send({ path: '/v0/wallet/transactions', headers });
  return (JSON.parse(body) as { detail: string }).detail;
}

describe('the connect form', () => {
  it.each([
    ['another organization', 403, { orgId: 'org_other' }],
    ['an unknown wallet', 404, { walletId: 'wallet_other' }],
  ])('refuses %s', async (_, status, change) => {
    const page = await explorer.open({ expectedMessages: new RegExp(String(status)) });
    await fillForm(page, { ...tenant, ...change });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('heading', { name: 'Connect a wallet' }).count()).toBe(1);
  });

  it('reports missing fields before it sends a request', async () => {
    const page = await explorer.open();
    await fillForm(page, { ...tenant, orgId: ' ', walletId: 'wallet ö' });
    await expectText(page, 'Required');
    const organization = page.getByRole('textbox', { name: 'Organization' });
    expect(await organization.getAttribute('aria-invalid')).toBe('true');
    await expectText(page, 'Contains a character');
    await expectAccessible(page);
  });

  it('shows the view of a link', async () => {
    const fragment = '#/transactions?page=1';
    const page = await explorer.open({ fragment });
    await fillForm(page, other);
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    expect(page.url()).toBe(`${explorer.url}/${fragment}`);
  });

  it('reports that the service does not respond', async () => {
    const page = await explorer.open({ expectedMessages: /ERR_FAILED/ });
    await page.route('**/v0/**', (route) => route.abort());
    await fillForm(page, tenant);
    await expectText(page.getByRole('alert'), 'The service does not respond');
  });
});

describe('a connection', () => {
  it('by a link with a refused key reports the reason', async () => {
    const page = await explorer.open({
      tenant: { ...tenant, apiKey: 'wrong' },
      expectedMessages: /401/,
    });
    await expectText(page.getByRole('alert'), await readDetail('wrong'));
    await expectAccessible(page);
  });

  it('shows another view only if it can be loaded, and otherwise reports the error', async () => {
    const page = await explorer.open({ tenant, expectedMessages: /ERR_FAILED/ });
    await page.getByRole('table').waitFor();
    await page.route('**/assets/transactions*', (route) => route.abort());
    await page.getByRole('link', { name: 'Transactions' }).click();
    await expectText(page.getByRole('alert'), 'Transactions could not be loaded');
    await page.unroute('**/assets/transactions*');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
  });

  it('shows the view that was opened last, even if an earlier one takes longer to load', async () => {
    const page = await explorer.open({ tenant, fragment: '#/transactions' });
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/send*', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('link', { name: 'Send' }).click();
    await page.getByRole('link', { name: 'Balances' }).click();
    await page.getByRole('heading', { name: 'Balances' }).waitFor();
    const loaded = page.waitForResponse('**/assets/send*');
    release();
    const address = (await loaded).url();
    // Waits until the page has also loaded the late view, and could show it.
    await page.evaluate(`import('${address}').then(() => new Promise(requestAnimationFrame))`);
    expect(await page.getByRole('heading', { name: 'Balances' }).count()).toBe(1);
  });

  it('is made by the link of the demo, which remains neither in the URL nor in the history', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
    expect(page.url()).toBe(`${explorer.url}/#/balances`);
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Balances' }).waitFor();
    for (const secret of secretsOf(tenant)) expect(page.url()).not.toContain(secret);
    // The previous page is the browser's empty one.
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  it('reports that the service is unavailable, and recovers automatically or by the button', async () => {
    const page = await explorer.open({ tenant, expectedMessages: /ERR_FAILED/ });
    await page.getByRole('table').waitFor();
    await page.route('**/v0/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(page, 'The service does not respond');
    // The data that was already loaded is still shown.
    expect(await page.getByRole('table').count()).toBe(1);
    await expectAccessible(page);
    await page.unroute('**/v0/**');
    await page.getByRole('button', { name: 'Retry now' }).click();
    await page.getByText('The service does not respond').waitFor({ state: 'detached' });
  });

  it('reports that its key was revoked', async () => {
    const own = await explorer.addTenant({ balances: SAMPLE_BALANCES, syncedAtMs: NOW_MS });
    const page = await explorer.open({ tenant: own, expectedMessages: /401/ });
    await page.getByRole('table').waitFor();
    await explorer.service.store.revokeApiKey(own.keyId, NOW_MS);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(page, 'The key is not valid');
    await page.getByRole('link', { name: 'Check the credentials' }).click();
    await page.getByRole('heading', { name: 'Wallets' }).waitFor();
  });
});
