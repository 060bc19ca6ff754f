import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';

import { SAMPLE_BALANCES, sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import {
  demoFragment,
  type ExplorerHarness,
  START_MS_MAX,
  startExplorer,
  WIDTHS,
  expectText,
} from './explorer-harness.ts';

let explorer: ExplorerHarness;
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  explorer = await startExplorer();
  tenant = await explorer.addTenant({ balances: SAMPLE_BALANCES, syncedAtMs: NOW_MS });
  other = await explorer.addTenant({
    balances: [],
    transactions: sampleTransactions(30),
    syncedAtMs: NOW_MS,
  });
}, START_MS_MAX);
afterEach(() => explorer.closePages());
afterAll(() => explorer.stop());

async function fillForm(page: Page, values: Tenant, name?: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(values.apiKey);
  await page.getByRole('textbox', { name: 'Organization' }).fill(values.orgId);
  await page.getByRole('textbox', { name: 'Project' }).fill(values.projectId);
  await page.getByRole('textbox', { name: 'Wallet' }).fill(values.walletId);
  if (name !== undefined) await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

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
  it('connects to a wallet, and is accessible', async () => {
    const page = await explorer.open({ width });
    await page.getByRole('heading', { name: 'Connect a wallet' }).waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await fillForm(page, { ...tenant, apiKey: `  ${tenant.apiKey} ` });
    await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
    expect(page.url()).toBe(`${explorer.url}/#/balances`);
    expect(await page.title()).toBe('Balances · Wallet 1 · wallet-teller');
  });

  it('reports why a key is refused', async () => {
    const page = await explorer.open({ width, expectedMessages: /401/ });
    await fillForm(page, { ...tenant, apiKey: 'wrong' });
    const alert = page.getByRole('alert');
    await expectText(alert, 'The API key is not valid');
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

  it('exists as long as the tab: a reload keeps it, another tab does not have it', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    await page.reload();
    await page.getByRole('table').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(explorer.url);
    await tab.getByRole('heading', { name: 'Connect a wallet' }).waitFor();
    await tab.close();
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
  });

  it('is one of several, with names to switch between, and can be removed', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    await page.getByRole('link', { name: 'Wallets' }).click();
    await fillForm(page, other, 'Treasury');
    await expectText(page, 'The exchange reports no balance');
    const switcher = page.getByRole('combobox', { name: 'Shown wallet' });
    expect(await switcher.locator('option').allTextContents()).toEqual(['Demo', 'Treasury']);
    await switcher.selectOption('Demo');
    await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
    await page.getByRole('link', { name: 'Wallets' }).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectToFit(page);
    await page.getByRole('button', { name: 'Forget Demo' }).click();
    await page.getByRole('button', { name: 'Open Treasury' }).click();
    await expectText(page, 'The exchange reports no balance');
    const stored = await page.evaluate<string>('JSON.stringify(sessionStorage)');
    expect(stored).toContain(other.apiKey);
    expect(stored).not.toContain(tenant.apiKey);
  });

  it('shows all views in the window of a phone', async () => {
    const page = await explorer.open({ tenant, width: 360 });
    const last = page.getByRole('navigation').getByRole('link', { name: 'Activity' });
    await last.waitFor();
    const hiddenWidth = await page.evaluate<number>(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('nav'))",
    );
    expect(hiddenWidth).toBe(0);
  });

  it('can be used with only the keyboard: the focus follows the view, and can skip repeated content', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    const focused = page.locator(':focus');
    await page.keyboard.press('Tab');
    expect(await focused.textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused.getAttribute('aria-label')).toBe('Refresh');
    await page.getByRole('link', { name: 'Transactions' }).press('Enter');
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    expect(await focused.evaluate('document.activeElement.tagName')).toBe('MAIN');
  });

  it('is added by a link to another wallet that is opened in the same tab', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    await page.goto(`${explorer.url}/${demoFragment(other)}`);
    await expectText(page, 'The exchange reports no balance');
    expect(page.url()).toBe(`${explorer.url}/#/balances`);
    const switcher = page.getByRole('combobox', { name: 'Shown wallet' });
    expect(await switcher.locator('option').allTextContents()).toEqual(['Demo', 'Demo 2']);
    // The same link again only shows the wallet.
    await page.goto(`${explorer.url}/${demoFragment(tenant)}`);
    await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
    expect(await switcher.locator('option').allTextContents()).toEqual(['Demo', 'Demo 2']);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  it('is replaced by a link only if the user agrees', async () => {
    const [width] = WIDTHS;
    const page = await explorer.open({ tenant, width, expectedMessages: /401/ });
    await page.getByRole('table').waitFor();
    const stored = () => page.evaluate<string>('JSON.stringify(sessionStorage)');
    const before = await stored();
    const link = `${explorer.url}/${demoFragment({ ...tenant, apiKey: 'key_of_another' })}`;
    const dialog = page.getByRole('alertdialog', { name: 'Replace Demo?' });
    const focused = page.locator(':focus');

    await page.goto(link);
    await dialog.waitFor();
    expect(page.url()).toBe(`${explorer.url}/#/balances`);
    expect(await dialog.textContent()).toContain(tenant.walletId);
    expect(await focused.textContent()).toBe('Keep Demo');
    await expectAccessible(page, 'dialog');
    await expectToFit(page);
    // The focus remains in the dialog.
    await page.keyboard.press('Tab');
    expect(await focused.textContent()).toBe('Replace');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await stored()).toBe(before);

    await page.goto(link);
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await stored()).toBe(before);

    await page.goto(link);
    await page.getByRole('button', { name: 'Replace' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectText(page.getByRole('alert'), 'The API key is not valid');
    expect(await stored()).toContain('key_of_another');
    expect(await stored()).not.toContain(tenant.apiKey);
  });

  it('is not replaced by a link while the tab is loaded', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    const before = await page.evaluate<string>('JSON.stringify(sessionStorage)');
    await page.goto('about:blank');
    await page.goto(`${explorer.url}/${demoFragment({ ...tenant, apiKey: 'key_of_another' })}`);
    await page.getByRole('button', { name: 'Keep Demo' }).click();
    await page.getByRole('table').waitFor();
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).toBe(before);
  });

  it('is not dropped by a link that has no room without a question', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    await page.evaluate(`{
      const [key] = Object.keys(sessionStorage);
      const { all: [first] } = JSON.parse(sessionStorage.getItem(key));
      const all = Array.from({ length: 50 }, (_, at) =>
        at === 0 ? first : { ...first, walletId: 'wallet_' + at, name: 'Wallet ' + at });
      sessionStorage.setItem(key, JSON.stringify({ all, index: 0 }));
    }`);
    await page.reload();
    await page.getByRole('table').waitFor();
    await page.goto(`${explorer.url}/${demoFragment(other)}`);
    await page.getByRole('alertdialog', { name: 'Replace Demo?' }).waitFor();
    await expectAccessible(page, 'dialog');
    await page.getByRole('button', { name: 'Replace' }).click();
    await expectText(page, 'The exchange reports no balance');
    const options = page.getByRole('combobox', { name: 'Shown wallet' }).locator('option');
    expect(await options.count()).toBe(50);
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
    await expectText(page, 'The API key is not valid');
    await page.getByRole('link', { name: 'Check the credentials' }).click();
    await page.getByRole('heading', { name: 'Wallets' }).waitFor();
  });
});
