import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { SAMPLE_BALANCES, sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { demoFragment, expectText, fillForm, useExplorer, WIDTHS } from './explorer-harness.ts';

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

/** Stores as many wallets as a tab can have; the first one is shown. */
async function fillTab(page: Page): Promise<void> {
  await page.evaluate(`{
    const [key] = Object.keys(sessionStorage);
    const { all: [first] } = JSON.parse(sessionStorage.getItem(key));
    const all = Array.from({ length: 50 }, (_, at) =>
      at === 0 ? first : { ...first, walletId: 'wallet_' + at, name: 'Wallet ' + at });
    sessionStorage.setItem(key, JSON.stringify({ all, index: 0 }));
  }`);
  await page.reload();
  await page.getByRole('table').waitFor();
}

describe('the connections of a tab', () => {
  it('exist as long as the tab: a reload keeps it, another tab does not have it', async () => {
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

  it('have names to switch between, and can be removed', async () => {
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

  it('open the first page of the transactions when another wallet is chosen', async () => {
    const page = await explorer.open({ tenant: other });
    await page.goto(`${explorer.url}/${demoFragment(tenant)}`);
    await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
    const switcher = page.getByRole('combobox', { name: 'Shown wallet' });
    await switcher.selectOption('Demo');
    await page.goto(`${explorer.url}/#/transactions?limit=10`);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectText(page, 'Page 2 of 3');
    await switcher.selectOption('Demo 2');
    await expectText(page, 'There are no transactions here.');
    await expectText(page, 'Page 1 of 1');
    expect(page.url()).toBe(`${explorer.url}/#/transactions?limit=10`);
  });

  it('show the newest transactions after a step back to a page of another wallet', async () => {
    const page = await explorer.open({ tenant: other, expectedMessages: /400/ });
    await page.goto(`${explorer.url}/${demoFragment(tenant)}`);
    await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
    const switcher = page.getByRole('combobox', { name: 'Shown wallet' });
    await switcher.selectOption('Demo');
    await page.goto(`${explorer.url}/#/transactions?limit=10`);
    for (const title of ['Page 2 of 3', 'Page 3 of 3']) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expectText(page, title);
    }
    await switcher.selectOption('Demo 2');
    await expectText(page, 'There are no transactions here.');
    await page.goBack();
    await expectText(page.getByRole('alert'), 'cursor');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the newest' }).click();
    await expectText(page, 'There are no transactions here.');
    expect(page.url()).toBe(`${explorer.url}/#/transactions?limit=10`);
  });

  it('open the list of the transactions when another wallet is chosen on the page of one', async () => {
    const page = await explorer.open({ tenant: other });
    await page.goto(`${explorer.url}/${demoFragment(tenant)}`);
    await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
    const switcher = page.getByRole('combobox', { name: 'Shown wallet' });
    await switcher.selectOption('Demo');
    await page.goto(`${explorer.url}/#/transactions?zone=utc`);
    await page.locator('.time-link').first().click();
    await page.getByRole('link', { name: 'All transactions' }).waitFor();
    await switcher.selectOption('Demo 2');
    await expectText(page, 'There are no transactions here.');
    expect(page.url()).toBe(`${explorer.url}/#/transactions?zone=utc`);
  });

  it('keep their names when the form has a new key, and none is dropped if there is no room', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    const options = page.getByRole('combobox', { name: 'Shown wallet' }).locator('option');
    await page.getByRole('link', { name: 'Wallets' }).click();
    await fillForm(page, tenant);
    await page.getByRole('table').waitFor();
    expect(await options.allTextContents()).toEqual(['Demo']);
    await fillTab(page);
    await page.getByRole('link', { name: 'Wallets' }).click();
    await fillForm(page, other);
    await expectText(page.getByRole('alert'), 'Forget one of them');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Forget Wallet 7', exact: true }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expectText(page, 'The exchange reports no balance');
    expect(await options.count()).toBe(50);
    expect(await options.allTextContents()).toContain('Demo');
  });

  it('show all views in the window of a phone', async () => {
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

  it('become more by a link to another wallet that is opened in the same tab', async () => {
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

  it('are not added by a part of a link, whose credentials do not stay in the URL', async () => {
    const part = demoFragment(tenant).replace(/&projectId=.*/, '');
    const page = await explorer.open({ fragment: part });
    await page.getByRole('heading', { name: 'Connect a wallet' }).waitFor();
    expect(page.url()).toBe(`${explorer.url}/#/connect`);
    await fillForm(page, tenant);
    await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
    await page.goto(`${explorer.url}/${part}`);
    await page.getByRole('heading', { name: 'Wallets' }).waitFor();
    expect(page.url()).toBe(`${explorer.url}/#/connect`);
  });

  it('are replaced by a link only if the user agrees', async () => {
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
    await expectText(page.getByRole('alert'), 'The key is not valid');
    expect(await stored()).toContain('key_of_another');
    expect(await stored()).not.toContain(tenant.apiKey);
  });

  it('are not replaced by a link while the tab is loaded', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    const before = await page.evaluate<string>('JSON.stringify(sessionStorage)');
    await page.goto('about:blank');
    await page.goto(`${explorer.url}/${demoFragment({ ...tenant, apiKey: 'key_of_another' })}`);
    await page.getByRole('button', { name: 'Keep Demo' }).click();
    await page.getByRole('table').waitFor();
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).toBe(before);
  });

  it('are not dropped by a link that has no room without a question', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('table').waitFor();
    await fillTab(page);
    await page.goto(`${explorer.url}/${demoFragment(other)}`);
    await page.getByRole('alertdialog', { name: 'Replace Demo?' }).waitFor();
    await expectAccessible(page, 'dialog');
    await page.getByRole('button', { name: 'Replace' }).click();
    await expectText(page, 'The exchange reports no balance');
    const options = page.getByRole('combobox', { name: 'Shown wallet' }).locator('option');
    expect(await options.count()).toBe(50);
  });
});
