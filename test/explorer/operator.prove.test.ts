import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import { SAMPLE_BALANCES, sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { createTenant, createWallet, type Tenant } from '../http/tenants.ts';
import { createManageKey } from '../manage/manage-app.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, START_MS_MAX, WIDTHS } from './explorer-harness.ts';
import {
  ACCEPTED,
  expectOutcome,
  type OperatorHarness,
  refuseKey,
  startOperator,
} from './operator-harness.ts';

/** More than a page of the list. */
const MANY = 55;
const AMOUNT = '123456789012345.678901234567890';
/** An exchange's error, which does not break at a phone's width. */
const REFUSED_KEY = `HTTP 400: {"msg":"Invalid key","requestTime":${'1'.repeat(60)}}`;
const SECRET = 'secret-of-the-new-key';
const [PHONE] = WIDTHS;

let operator: OperatorHarness;
let tenant: Tenant;

beforeAll(async () => {
  operator = await startOperator();
  const newest = { ...sampleTransactions(60).at(-1)!, amount: parseDecimal(AMOUNT) };
  tenant = await createTenant(operator.service.store, MASTER_KEY, {
    balances: SAMPLE_BALANCES,
    transactions: [...sampleTransactions(59), newest],
    syncedAtMs: NOW_MS,
    historyComplete: true,
  });
  await name(tenant.walletId, 'Treasury of Luxembourg', 'customer-1');
}, START_MS_MAX);
afterEach(() => operator.closePages());
afterAll(() => operator.stop());

async function name(walletId: string, label: string, externalId: string): Promise<void> {
  await operator.management.wallet(walletId).change({ label, externalId });
}

/** Adds a wallet whose key the exchange has refused. */
async function addStopped(label: string): Promise<string> {
  const { store } = operator.service;
  const walletId = await createWallet(store, MASTER_KEY, tenant.projectId, {});
  await name(walletId, label, `id of ${label}`);
  const lease = await store.claimWallet({ nowMs: NOW_MS, untilMs: NOW_MS + 1000, walletId });
  const failure = { code: 'exchange_key_refused', message: REFUSED_KEY, atMs: NOW_MS };
  await store.recordOutcome(lease!, { nextRunAtMs: null, failure });
  await store.releaseLease(lease!);
  return walletId;
}

it('the reference of the management API fits a phone', async () => {
  const page = await operator.openWithKey({ width: PHONE });
  await page.goto(`${operator.url}/docs`);
  expect(await page.locator('meta[name=viewport]').count()).toBe(1);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE);
});

describe('the page of the management API', () => {
  it('asks for a management key, and reports why one is refused', async () => {
    const page = await operator.openWithKey(
      { width: PHONE, expectedMessages: /401/ },
      'mkey_wrong',
    );
    await expectText(page.getByRole('alert'), 'he management key is wrong, revoked or expired');
    await expectAccessible(page);
    await expectToFit(page);
    const box = page.getByRole('textbox', { name: 'Management key' });
    await box.fill(' ');
    await page.getByRole('button', { name: 'Show the wallets' }).click();
    await expectText(page, 'Required');
  });

  it('stores the key in the tab only, never in a URL, and forgets it', async () => {
    const page = await operator.openWithKey();
    const table = page.getByRole('table', { name: 'Wallets' });
    await table.waitFor();
    await page.getByRole('link', { name: 'Treasury of Luxembourg' }).click();
    await page.getByRole('heading', { name: 'Treasury of Luxembourg' }).waitFor();
    expect(page.url()).not.toContain('mkey');
    await page.reload();
    await page.getByRole('heading', { name: 'Treasury of Luxembourg' }).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.getByRole('textbox', { name: 'Management key' }).waitFor();
    await tab.close();
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await page.getByRole('textbox', { name: 'Management key' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('has the policy of the explorer', async () => {
    const [own, explorer] = await Promise.all(
      [`${operator.url}/`, `http://127.0.0.1:${operator.service.port}/`].map(async (url) => {
        const { headers } = await fetch(url);
        return headers.get('content-security-policy');
      }),
    );
    expect(own).toContain("default-src 'none'");
    expect(own).toBe(explorer);
  });
});

describe.each(WIDTHS)('the list of wallets in %i pixels', (width) => {
  it('shows state, exchange, last synchronisation and error, and is filtered', async () => {
    const label = `Refused ${width}`;
    await addStopped(label);
    const page = await operator.openWithKey({ width });
    const rows = page.locator('.wallets tbody tr');
    await rows.first().waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    const first = await rows.first().textContent();
    for (const text of ['Treasury of Luxembourg', 'customer-1', 'Binance', 'Synced', '60']) {
      expect(first).toContain(text);
    }
    expect(first).toContain('3 minutes ago');
    await page.getByLabel('Search').fill(label.toUpperCase());
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.textContent()).toContain('Stopped');
    expect(await rows.textContent()).toContain(REFUSED_KEY);
    await page.getByLabel('State').selectOption({ label: 'Synced' });
    await expectText(page, 'No wallet matches the filters.');
    expect(page.url()).toContain('state=synced');
    await page.getByLabel('Search').fill('');
    await expect.poll(() => rows.count()).toBeGreaterThan(0);
    await page.getByLabel('Exchange').selectOption({ label: 'Kraken' });
    await expectText(page, 'No wallet matches the filters.');
    await page.reload();
    await expectText(page, 'No wallet matches the filters.');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows.first().waitFor();
  });
});

it('the list of wallets is printed with the filters that are set', async () => {
  const page = await operator.openWithKey();
  await page.locator('.wallets tbody tr').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const filters = page.locator('.wallet-filters');
  expect(await filters.isVisible()).toBe(false);
  await page.goto(`${operator.url}/#/wallets?state=synced`);
  const fields = filters.locator('.field').filter({ visible: true });
  await expect.poll(() => fields.locator('label').allTextContents()).toEqual(['State']);
});

it('the search keeps a space that is typed before a pause', async () => {
  await addStopped('Main account');
  const page = await operator.openWithKey();
  const search = page.getByLabel('Search');
  await search.pressSequentially('Main ');
  await expect.poll(() => page.url()).toContain('search=Main');
  await search.pressSequentially('account');
  await expect.poll(() => page.url()).toContain('search=Main+account');
  await expect.poll(() => page.locator('.wallets tbody tr').count()).toBe(1);
  expect(await search.inputValue()).toBe('Main account');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => search.inputValue()).toBe('');
});

it('the list of wallets is paged by cursors, for the project of a key', async () => {
  const own = await createTenant(operator.service.store, MASTER_KEY);
  for (let count = 1; count < MANY; count += 1) {
    await createWallet(operator.service.store, MASTER_KEY, own.projectId, {});
  }
  const key = await createManageKey(operator.service.store, {
    expiresAtMs: null,
    projectId: own.projectId,
  });
  const page = await operator.openWithKey({}, key);
  const rows = page.locator('.wallets tbody tr');
  await expect.poll(() => rows.count()).toBe(50);
  const previous = page.getByRole('button', { name: 'Previous page' });
  const next = page.getByRole('button', { name: 'Next page' });
  expect(await previous.isDisabled()).toBe(true);
  await next.click();
  await expect.poll(() => rows.count()).toBe(MANY - 50);
  expect(await next.isDisabled()).toBe(true);
  await previous.click();
  await expect.poll(() => rows.count()).toBe(50);
});

describe('a wallet', () => {
  it('shows its balances and transactions with every digit, and each transaction', async () => {
    const page = await operator.openWallet(tenant.walletId, { width: PHONE });
    await expectText(page, 'The last synchronisation succeeded, and the history of the sources');
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('link', { name: 'Balances' }).click();
    const balances = page.getByRole('table', { name: 'Withdrawable balances' });
    await balances.waitFor();
    for (const { asset } of SAMPLE_BALANCES) {
      expect(await balances.textContent()).toContain(asset);
    }
    await expectToFit(page);
    await page.getByRole('link', { name: 'Transactions' }).click();
    const rows = page.locator('.transactions tbody tr');
    await expect.poll(() => rows.count()).toBe(25);
    expect(await rows.first().locator('.amount').first().textContent()).toBe(AMOUNT);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => rows.count()).toBe(10);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel('Asset').fill('ETH');
    await expect.poll(() => rows.count()).toBe(15);
    await expectAccessible(page);
    await expectToFit(page);
    await page.locator('.time-link').first().click();
    await page.getByRole('heading', { name: / ETH$/ }).waitFor();
    await page.getByRole('link', { name: 'All transactions' }).click();
    await rows.first().waitFor();
  });

  it('is paused, resumed, synchronised, and its history re-read', async () => {
    const walletId = await createWallet(operator.service.store, MASTER_KEY, tenant.projectId, {
      historyComplete: true,
    });
    const page = await operator.openWallet(walletId);
    const synchronise = page.getByRole('button', { name: 'Synchronise now' });
    await synchronise.click();
    await expectOutcome(page, 'due now');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expectOutcome(page, 'paused');
    await expectText(page, 'It is not synchronised until it is resumed.');
    expect(await synchronise.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expectOutcome(page, 'resumed');
    await page.getByRole('button', { name: 'Re-read history' }).click();
    const dialog = page.getByRole('dialog', { name: 'Re-read the history?' });
    await expectText(dialog, 'Known rows get what the exchange reports now; none is added twice.');
    await dialog.getByLabel('Since').fill('2024-02-30');
    await dialog.getByRole('button', { name: 'Re-read' }).click();
    await expectText(dialog, 'Write 2024-02-29');
    await expectAccessible(page, 'dialog');
    await dialog.getByLabel('Since').fill('2024-01-01');
    await dialog.getByRole('button', { name: 'Re-read' }).click();
    await expectOutcome(page, 'its history is read again since 2024-01-01');
    expect((await operator.management.wallet(walletId).get()).historyComplete).toBe(false);
  });

  it('gets another key, and every refusal is explained', async () => {
    const walletId = await addStopped('Refused key');
    const page = await operator.openWallet(walletId, { width: PHONE });
    await expectText(page, 'The synchronisation failed (exchange_key_refused)');
    await expectText(page, REFUSED_KEY);
    await expectToFit(page);
    const open = page.getByRole('button', { name: 'Replace key' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Replace the key at Binance' });
    const submit = dialog.getByRole('button', { name: 'Replace the key' });
    await submit.click();
    await expectText(dialog, 'Required');
    await dialog.getByLabel('API key').fill('key of binance');
    await dialog.getByLabel('Secret').fill(SECRET);
    await submit.click();
    await expectText(dialog.getByRole('alert'), 'The credentials are malformed');
    await expectText(dialog, /^API Key has white space/);
    await expectAccessible(page, 'dialog');
    await dialog.getByLabel('API key').fill('key-of-binance');
    for (const [check, words] of [
      [refuseKey('exchange_key_refused', 'Invalid API-key', false), 'The exchange rejects the key'],
      [
        { ...ACCEPTED, permissions: { withdraw: true, trade: false } },
        'The key may do more than read',
      ],
      [refuseKey('exchange_unavailable', 'no response', true), 'The exchange does not respond'],
    ] as const) {
      operator.keyCheck = check;
      await submit.click();
      await expectText(dialog.getByRole('alert'), words);
    }
    await expectToFit(page);
    operator.keyCheck = ACCEPTED;
    await submit.click();
    await expectOutcome(page, 'the key was replaced');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').textContent()).toContain('Replace key');
    expect(
      page.url() + (await page.evaluate<string>('JSON.stringify(sessionStorage)')),
    ).not.toContain(SECRET);
    expect((await operator.management.wallet(walletId).get()).nextSyncAt).not.toBeNull();
  });

  it('is removed only after a question', async () => {
    const walletId = await addStopped('Left customer');
    const page = await operator.openWallet(walletId);
    const remove = page.getByRole('button', { name: 'Remove' });
    const dialog = page.getByRole('alertdialog', { name: 'Remove this wallet?' });
    await remove.click();
    await dialog.waitFor();
    expect(await page.locator(':focus').textContent()).toBe('Keep the wallet');
    expect(await dialog.textContent()).toContain(walletId);
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await operator.management.wallet(walletId).get()).id).toBe(walletId);
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove the wallet and its data' }).click();
    await expectOutcome(page, 'Left customer was removed.');
    await page.getByRole('table', { name: 'Wallets' }).waitFor();
    await expect(operator.management.wallet(walletId).get()).rejects.toThrow('wallet_not_found');
  });

  it('without a label fits a phone, however long its external id is', async () => {
    const walletId = await createWallet(operator.service.store, MASTER_KEY, tenant.projectId, {});
    const page = await operator.openWallet(walletId, { width: PHONE });
    await page.getByRole('heading', { name: walletId }).waitFor();
    await expectToFit(page);
    const externalId = '1234567890abcdef'.repeat(4);
    await operator.management.wallet(walletId).change({ externalId });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('heading', { name: externalId }).waitFor();
    await expectToFit(page);
  });

  it('that does not exist is reported in words', async () => {
    const page = await operator.openWallet('wallet_unknown');
    await expectText(page.getByRole('alert'), /wallet/i);
    await expectAccessible(page);
  });
});
