/** The page of the management API: its filters, what it reports of failures, and lists without rows. */
import { generateKeyPairSync } from 'node:crypto';

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { AssetBalance } from '../../src/domain/balance.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { createTenant, createWallet, type Tenant, type WalletContent } from '../http/tenants.ts';
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

const WALLET_LIST = '**/v0/wallets?*';
const [PHONE] = WIDTHS;

let operator: OperatorHarness;
let tenant: Tenant;

beforeAll(async () => {
  operator = await startOperator();
  tenant = await addTenant({ transactions: sampleTransactions(3), historyComplete: true });
}, START_MS_MAX);
afterEach(() => operator.closePages());
afterAll(() => operator.stop());

function addTenant(content: WalletContent = {}): Promise<Tenant> {
  return createTenant(operator.service.store, MASTER_KEY, content);
}

function addWallet(content: WalletContent = {}): Promise<string> {
  return createWallet(operator.service.store, MASTER_KEY, tenant.projectId, content);
}

/** Adds a project without wallets, and returns a key of it. */
async function createKeyOfEmptyProject(): Promise<string> {
  const { projectId, walletId } = await addTenant();
  await operator.management.wallet(walletId).remove();
  return createManageKey(operator.service.store, { expiresAtMs: null, projectId });
}

/** Creates a key of every project. */
function createWholeKey(): Promise<string> {
  return createManageKey(operator.service.store, { expiresAtMs: null, projectId: null });
}

/** Fails the requests with this URL by a problem of the service. */
async function failRequests(page: Page, url: string, code: string): Promise<void> {
  const problem = { code, title: `Title of ${code}`, detail: `Detail of ${code}.` };
  await page.route(url, (route) =>
    route.fulfill({
      status: 500,
      headers: {
        'content-type': 'application/problem+json',
        'x-request-id': 'request-of-the-test',
      },
      body: JSON.stringify({ ...problem, requestId: 'request-of-the-test' }),
    }),
  );
}

describe('the form of the key', () => {
  it('refuses a key that cannot be a header before it sends a request', async () => {
    const page = await operator.openWithKey({}, 'mkey_\u2026');
    await expectText(page, 'Contains a character that keys never contain');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('reports that the service does not respond, and opens the list later', async () => {
    const options = { fragment: '#/wallets', width: PHONE, expectedMessages: /401|ERR_FAILED/ };
    const page = await operator.openWithKey(options, 'mkey_wrong');
    await page.getByRole('alert').waitFor();
    await page.route('**/v0/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Show the wallets' }).click();
    const alert = page.getByRole('alert');
    await expectText(alert, 'The management API does not respond');
    await expectText(alert, new URL(operator.url).host);
    await expectAccessible(page);
    await expectToFit(page);
    await page.unroute('**/v0/**');
    await page.getByRole('button', { name: 'Show the wallets' }).click();
    await expectText(alert, 'wrong, revoked or expired');
  });
});

describe('the list of wallets', () => {
  it('has the wallets of the chosen project', async () => {
    const other = await addTenant();
    const page = await operator.openWithKey();
    const rows = page.locator('.wallets tbody tr');
    await rows.first().waitFor();
    await page.getByLabel('Project').selectOption({ label: other.projectId });
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.textContent()).toContain(other.walletId);
    expect(page.url()).toContain(`project=${other.projectId}`);
    await rows.getByRole('link').click();
    await page.getByRole('link', { name: other.projectId }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(await page.getByLabel('Project').inputValue()).toBe(other.projectId);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
  });

  it('reports which filter of the URL is invalid', async () => {
    const page = await operator.openWithKey({
      fragment: '#/wallets?state=gone',
      expectedMessages: /400/,
    });
    await expectText(page.getByRole('alert').getByRole('listitem'), /^state /);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectText(page, tenant.walletId);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('asks for another key after the key was revoked', async () => {
    const { store } = operator.service;
    const key = await createManageKey(store, { expiresAtMs: null, projectId: tenant.projectId });
    const page = await operator.openWithKey({ expectedMessages: /401/ }, key);
    await expectText(page, tenant.walletId);
    await store.revokeManagementKey(key.split('.')[0]!, NOW_MS);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(page.getByRole('alert'), 'wrong, revoked or expired');
    await page.getByRole('button', { name: 'Enter another key' }).click();
    await page.getByRole('textbox', { name: 'Management key' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('reports an error of the service with the request to search for, and retries', async () => {
    const page = await operator.openWithKey({ expectedMessages: /500/ });
    await expectText(page, tenant.walletId);
    await failRequests(page, WALLET_LIST, 'internal');
    await page.getByRole('button', { name: 'Refresh' }).click();
    const alert = page.getByRole('alert');
    await expectText(alert, 'Title of internal');
    await expectText(alert, 'request-of-the-test');
    // The rows that were already loaded are still shown.
    await expectText(page, tenant.walletId);
    await page.unroute(WALLET_LIST);
    await page.getByRole('button', { name: 'Retry now' }).click();
    await alert.waitFor({ state: 'detached' });
  });

  it('is empty for a project without wallets', async () => {
    const page = await operator.openWithKey({}, await createKeyOfEmptyProject());
    await expectText(page, 'There are no wallets yet.');
    await expectText(page.getByRole('status'), /^0 wallets$/);
    await expectAccessible(page);
  });
});

describe('a wallet', () => {
  it('has a count of the rows that could not be mapped', async () => {
    const { store } = operator.service;
    const walletId = await addWallet({ syncedAtMs: null });
    const lease = await store.claimWallet({ nowMs: NOW_MS, untilMs: NOW_MS + 1000, walletId });
    await store.recordWindow(lease!, {
      source: 'deposits',
      window: { fromMs: 0, toMs: NOW_MS },
      completeFromMs: 0,
      covered: { fromMs: Date.UTC(2024, 0, 1), toMs: NOW_MS },
      readAtMs: NOW_MS,
      transactions: [],
      quarantined: ['a', 'b'].map((key) => ({ key, source: 'deposits', raw: '{}', reason: 'r' })),
      quarantineDueAtMs: NOW_MS,
      mappedKeys: [],
      rechecks: [],
    });
    await store.releaseLease(lease!);
    const page = await operator.openWithKey();
    const row = page.locator('.wallets tbody tr').filter({ hasText: walletId });
    await expectText(row, '2 in quarantine');
    await expectText(row, 'Never');
    await row.getByRole('link').click();
    await expectText(page, '2 more in quarantine: they could not be mapped');
    await expectText(page, 'Not complete yet');
    await expectText(page, 'deposits since 1 Jan 2024, 00:00:00 UTC');
  });

  it('has a complete history, and names the sources that are skipped', async () => {
    const { store } = operator.service;
    const walletId = await addWallet({ syncedAtMs: NOW_MS, historyComplete: true });
    const lease = await store.claimWallet({ nowMs: NOW_MS, untilMs: NOW_MS + 1000, walletId });
    const fromMs = Date.UTC(2024, 0, 1);
    const range = { source: 'deposits', fromMs, toMs: NOW_MS, readAtMs: NOW_MS };
    await store.addCoverage(lease!, range);
    const former = { ...range, source: 'withdrawals', toMs: fromMs + 1000 };
    await store.addCoverage(lease!, former);
    await store.releaseLease(lease!);
    const { sources, skippedSources } = await operator.management.wallet(walletId).get();
    expect(sources.map(({ source }) => source)).toEqual(['deposits', 'withdrawals']);
    expect(skippedSources).toContain('withdrawals');
    expect(skippedSources).not.toContain('deposits');
    const page = await operator.openWallet(walletId);
    await expectText(page, 'Complete, except for skipped sources');
    await expectText(page, 'deposits since 1 Jan');
    await expectText(page, 'withdrawals skipped: the key may not read it');
    expect(await page.getByText('withdrawals since').count()).toBe(0);
  });

  it('that only takes imports has no balance, and no action of an exchange', async () => {
    const walletId = await addWallet({ importsOnly: true });
    const page = await operator.openWallet(walletId);
    await expectText(page, 'Imported rows only');
    const actions = page.getByRole('group', { name: 'Actions' }).getByRole('button');
    expect(await actions.allTextContents()).toEqual(['Remove …']);
    await page.getByRole('link', { name: 'Balances' }).click();
    await expectText(page, 'No balance of this wallet is known.');
    await page.getByRole('link', { name: 'Transactions' }).click();
    await expectText(page, 'There are no transactions here.');
  });

  it('says that a later page may have the rows that match the filters', async () => {
    const page = await operator.openWithKey();
    const list = `/v0/projects/${tenant.projectId}/transactions`;
    // The page of the cursor is the real first page; the page before it has no row.
    await page.route(`**${list}?*`, (route) => {
      const url = new URL(route.request().url());
      if (!url.searchParams.has('cursor')) {
        const headers = { link: `<${list}?cursor=later>; rel="next"` };
        return route.fulfill({ json: { items: [] }, headers });
      }
      url.searchParams.delete('cursor');
      return route.continue({ url: url.href });
    });
    await page.goto(`${operator.url}/#/wallet?wallet=${tenant.walletId}&part=transactions`);
    await expectText(page, 'No transaction among the newest matches the filters.');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => page.locator('.transactions tbody tr').count()).toBe(3);
    await page.reload();
    // After a reload, the page before is the first one.
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expectText(page, 'No transaction among the newest matches the filters.');
  });

  it('gets a key that is stored without asking the exchange, if the operator says so', async () => {
    const walletId = await addWallet();
    const page = await operator.openWallet(walletId);
    await page.getByRole('button', { name: 'Replace key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace the key at Binance' });
    await dialog.getByLabel('API key').fill('key-of-binance');
    await dialog.getByLabel('Secret').fill('secret-of-binance');
    operator.keyCheck = refuseKey('exchange_key_refused', 'Invalid API-key', false);
    const submit = dialog.getByRole('button', { name: 'Replace the key' });
    await submit.click();
    await expectText(dialog.getByRole('alert'), 'The exchange rejects the key');
    await dialog.getByLabel('Store it without asking the exchange').check();
    await submit.click();
    await expectOutcome(page, 'the key was replaced');
    operator.keyCheck = ACCEPTED;
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('the key was replaced').waitFor({ state: 'detached' });
  });

  it('takes a private key of several lines', async () => {
    const walletId = await addWallet({ exchange: 'coinbase' });
    const page = await operator.openWallet(walletId);
    await page.getByRole('button', { name: 'Replace key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace the key at Coinbase' });
    await dialog.getByLabel('API key name').fill('organizations/a/apiKeys/b');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'sec1', format: 'pem' }) as string;
    await dialog.getByLabel('Private key').fill(pem);
    await dialog.getByRole('button', { name: 'Replace the key' }).click();
    await expectOutcome(page, 'the key was replaced');
  });

  it('has unknown networks and amounts that are not verified where its exchange does not report them', async () => {
    const balances: readonly AssetBalance[] = [
      { asset: 'EUR', amount: parseDecimal('1'), networks: [] },
      { asset: 'NEW', amount: parseDecimal('2'), networks: [], networksUnknown: true },
    ];
    const page = await operator.openWallet(
      await addWallet({ balances, withdrawableUnverified: true }),
    );
    await page.getByRole('link', { name: 'Balances' }).click();
    await expectText(page, 'Withdrawable amounts are not verified');
    const table = page.getByRole('table', { name: 'Withdrawable balances' });
    expect(await table.getByRole('row', { name: 'NEW' }).textContent()).toContain('unknown');
    expect(await table.getByRole('row', { name: 'EUR' }).textContent()).not.toContain('unknown');
  });

  it('gets a key although the names of the exchanges could not be loaded at first', async () => {
    const options = { sharesContext: false, expectedMessages: /ERR_FAILED/ };
    const page = await operator.openWithKey(options, 'mkey \u2026');
    await page.clock.install();
    await page.route('**/v0/exchanges?*', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Management key' }).fill(await createWholeKey());
    await page.getByRole('button', { name: 'Show the wallets' }).click();
    await page.getByRole('link', { name: tenant.walletId }).click();
    await page.getByRole('button', { name: 'Replace key' }).click();
    await expectText(page.getByRole('dialog'), 'The fields of this exchange are still loading.');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Replace key' }).click();
    await page.unroute('**/v0/exchanges?*');
    await page.clock.runFor(11_000);
    await page.getByRole('dialog', { name: 'Replace the key at Binance' }).waitFor();
  });

  it('gets no key if the service does not support its exchange', async () => {
    const page = await operator.openWallet(await addWallet({ exchange: 'unlisted' }));
    await page.getByRole('button', { name: 'Replace key' }).click();
    await expectText(page.getByRole('dialog'), 'This service does not support the exchange');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('is unchanged if the service does not respond to an action', async () => {
    const walletId = await addWallet();
    const page = await operator.openWallet(walletId);
    const pause = page.getByRole('button', { name: 'Pause' });
    await pause.waitFor();
    await page.route('**/v0/wallets/*', (route) => route.abort());
    await pause.click();
    await expectText(page.getByRole('alert'), 'The management API does not respond');
    await page.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove this wallet?' });
    await dialog.getByRole('button', { name: 'Remove the wallet and its data' }).click();
    await expectText(dialog.getByRole('alert'), 'The management API does not respond');
    await page.unroute('**/v0/wallets/*');
    await dialog.getByRole('button', { name: 'Keep the wallet' }).click();
    await pause.click();
    await expectOutcome(page, 'paused');
    expect((await operator.management.wallet(walletId).get()).paused).toBe(true);
  });

  it.each([
    ['Remove', 'Remove the wallet and its data', 'Keep the wallet', 'was removed'],
    ['Replace key', 'Replace the key', 'Cancel', 'the key was replaced'],
    ['Re-read history', 'Re-read', 'Cancel', 'its history is read again'],
  ])('%s: the dialog cannot be left while its request runs', async (open, send, leave, outcome) => {
    const page = await operator.openWallet(await addWallet());
    await page.getByRole('button', { name: open }).click();
    const dialog = page.locator('dialog');
    for (const box of await dialog.getByRole('textbox').all()) await box.fill('2024-01-01');
    for (const box of await dialog.getByLabel('Secret').all()) await box.fill('secret-of-binance');
    const held = Promise.withResolvers<void>();
    await page.route(`${operator.url}/v0/wallets/**`, async (route) => {
      if (route.request().method() !== 'GET') await held.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: send }).click();
    await expect.poll(() => dialog.getByRole('button', { name: leave }).isDisabled()).toBe(true);
    // Chromium lets a page keep a dialog at the first Escape only.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    held.resolve();
    await expectOutcome(page, outcome);
  });
});
