import { execFileSync } from 'node:child_process';

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { headersOf, type Tenant } from '../http/tenants.ts';
import { sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectRows, expectText, startExplorer, useExplorer, WIDTHS } from './explorer-harness.ts';
import { storeRows } from '../store/store-rows.ts';

const BITCOIN_TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const BITCOIN_ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

const explorer = useExplorer();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await addTenant(sampleTransactions(60));
});

function addTenant(transactions: readonly Transaction[]): Promise<Tenant> {
  return explorer.addTenant({ transactions, syncedAtMs: NOW_MS, historyComplete: true });
}

/** A transaction that is newer than all samples. */
function newTransaction(change: Partial<Transaction>): Transaction {
  const [sample] = sampleTransactions(1);
  return { ...sample!, id: 'tx_new', timestampMs: NOW_MS, ...change };
}

function rowsOf(page: Page) {
  return page.getByRole('table', { name: 'Transactions' }).getByRole('row');
}

async function expectTotal(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.getByRole('status').textContent()).toBe(text);
}

describe('the filter of the asset', () => {
  it('suggests the symbol in its own case, and keeps the other filters', async () => {
    const page = await explorer.open({ tenant, fragment: '#/transactions?asset=eth&type=deposit' });
    await expectTotal(page, '0 transactions');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Did you mean ETH?' }).click();
    await expect.poll(() => page.getByLabel('Asset').inputValue()).toBe('ETH');
    await expect.poll(() => page.url()).toMatch(/#\/transactions\?.*asset=ETH/);
    expect(page.url()).toContain('type=deposit');
    await expect.poll(() => page.locator('.transactions tbody tr').count()).toBeGreaterThan(0);
  });

  it('suggests a symbol of the balances that has lower-case letters', async () => {
    const [sample] = sampleTransactions(1);
    const owner = await explorer.addTenant({
      transactions: [{ ...sample!, asset: 'cbETH' }],
      balances: [{ asset: 'cbETH', amount: parseDecimal('1'), networks: [] }],
      syncedAtMs: NOW_MS,
    });
    const page = await explorer.open({ tenant: owner, fragment: '#/transactions?asset=CBETH' });
    await page.getByRole('button', { name: 'Did you mean cbETH?' }).click();
    await expectTotal(page, '1 transaction');
  });

  it('suggests nothing for an asset that the wallet never had', async () => {
    const page = await explorer.open({ tenant, fragment: '#/transactions?asset=nothing' });
    const looked = page.waitForResponse((response) => response.url().includes('asset=NOTHING'));
    await expectTotal(page, '0 transactions');
    await looked;
    expect(await page.getByRole('button', { name: /^Did you mean/ }).count()).toBe(0);
  });
});

describe('the transactions on a phone', () => {
  const [width] = WIDTHS;
  it('are listed page by page, newest first', async () => {
    const page = await explorer.open({ width, tenant, fragment: '#/transactions' });
    await expectTotal(page, '60 transactions');
    await expectRows(page, 25);
    const first = page.locator('.transactions tbody tr').first();
    expect(await first.textContent()).toContain('1 Jan 2024, 00:00:19 UTC');
    await expectAccessible(page);
    await expectToFit(page);
    const next = page.getByRole('button', { name: 'Next page' });
    const previous = page.getByRole('button', { name: 'Previous page' });
    expect(await previous.isDisabled()).toBe(true);
    await next.click();
    await expectText(page, 'Page 2 of 3');
    await expectText(page, '1 Jan 2024, 00:00:03 UTC');
    await next.click();
    await expectRows(page, 10);
    expect(await next.isDisabled()).toBe(true);
    await previous.click();
    await expectText(page, 'Page 2 of 3');
    await previous.click();
    await expectText(page, 'Page 1 of 3');
    expect(await previous.isDisabled()).toBe(true);
  });

  it('are filtered by asset, type, status and time; the URL contains the filters', async () => {
    const page = await explorer.open({ width, tenant, fragment: '#/transactions?zone=utc' });
    await page.getByRole('button', { name: 'Next page' }).click();
    const filters = page.getByRole('button', { name: /^Filters/ });
    expect(await page.getByLabel('Asset').isVisible()).toBe(false);
    await filters.click();
    await page.getByLabel('Asset').fill('ETH');
    await expect.poll(() => filters.textContent()).toBe('Filters (1)');
    await expectTotal(page, '15 transactions');
    await page.getByLabel('Type').selectOption('withdrawal');
    await expectTotal(page, '2 transactions');
    await page.getByLabel('Status').selectOption({ label: 'Canceled' });
    await expectTotal(page, '0 transactions');
    await expectText(page, 'No transaction matches the filters.');
    await expectAccessible(page);
    await page.getByLabel('Status').selectOption('completed');
    await expectTotal(page, '1 transaction');
    expect(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).toString()).toBe(
      'zone=utc&asset=ETH&type=withdrawal&status=completed',
    );
    await page.reload();
    await expectTotal(page, '1 transaction');
    expect(await page.getByLabel('Asset').inputValue()).toBe('ETH');
    expect(await filters.textContent()).toBe('Filters (3)');
    await filters.click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectTotal(page, '60 transactions');
    await page.getByLabel('Since').fill('2024-01-01 00:00:10');
    await expectTotal(page, '30 transactions');
    await page.getByLabel('Before').fill('2024-01-01T00:00:10.001Z');
    await expectTotal(page, '3 transactions');
    await page.getByLabel('Before').fill('2024-01');
    await expectText(page, 'Write 2024-02-29');
    await expectTotal(page, '3 transactions');
    await expectAccessible(page);
    await expectToFit(page);
  });

  it('are visible without scrolling, grouped by day', async () => {
    const own = await addTenant(
      ['2024-01-03T00:00:00Z', '2024-01-02T23:59:59Z', '2024-01-02T00:00:00Z'].map((time, at) =>
        newTransaction({ id: `tx_${at}`, timestampMs: Date.parse(time) }),
      ),
    );
    const page = await explorer.open({ width, tenant: own, fragment: '#/transactions' });
    await expectRows(page, 3);
    const rows = page.locator('.transactions tbody tr');
    const { y, height } = (await rows.last().boundingBox())!;
    expect(y + height).toBeLessThan(667);
    const days = await page.evaluate<string[]>(`
      [...document.querySelectorAll('.transactions tbody tr')]
        .map((row) => getComputedStyle(row, '::before').content)`);
    expect(days).toEqual(['"Wednesday, 3 Jan 2024"', '"Tuesday, 2 Jan 2024"', 'none']);
  });

  it('show amounts with every digit, and hostile texts as text', async () => {
    const amount = '123456789012345.678901234567890';
    const hostile = await addTenant([
      newTransaction({
        id: 'tx_a',
        asset: '<img src=x onerror=alert(1)>',
        amount: parseDecimal(amount),
      }),
      newTransaction({ id: 'tx_b', address: 'abc\u202Edef\u2066ghi' }),
      newTransaction({ id: 'tx_c', address: 'A'.repeat(65_536), asset: 'LABEL'.repeat(100) }),
    ]);
    const page = await explorer.open({ width, tenant: hostile, fragment: '#/transactions' });
    await expectRows(page, 3);
    expect(await page.locator('.transactions .amount').last().textContent()).toBe(amount);
    expect(await page.locator('main img').count()).toBe(0);
    await expectText(page, '<img src=x onerror=alert(1)>');
    expect(await page.locator('code', { hasText: 'abc' }).textContent()).toBe(
      'abc\u202Edef\u2066ghi',
    );
    await expectAccessible(page);
    await expectToFit(page);
  });

  it('show the request as code, without credentials unless requested', async () => {
    const fragment = '#/transactions?asset=B%26T+%22%CE%A9%5C%22&limit=3';
    const page = await explorer.open({ width, tenant, fragment });
    await page.getByRole('button', { name: 'Show as curl' }).click();
    const code = page.getByRole('group', { name: 'Request as curl' });
    expect(await code.textContent()).toContain('x-svc-api-key: <API_KEY>');
    expect(await code.textContent()).not.toContain(tenant.walletId);
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByLabel('With the credentials of this wallet').check();
    const shell = `curl() { printf '%s\\n' "$@"; }; ${await code.textContent()}`;
    const [url, ...options] = execFileSync('sh', ['-c', shell], { encoding: 'utf8' }).split('\n');
    const headers = options.filter((option) => option.startsWith('x-svc'));
    expect(headers).toEqual(
      Object.entries(headersOf(tenant)).map(([name, value]) => `${name}: ${value}`),
    );
    const { pathname, search } = new URL(url!);
    const answer = await explorer.service.send({
      path: pathname + search,
      headers: headersOf(tenant),
    });
    expect(JSON.parse(answer.body)).toMatchObject({ pagination: { totalCount: 15, limit: 3 } });
    await page.getByRole('button', { name: 'Show as TypeScript' }).click();
    const program = page.getByRole('group', { name: 'Request as TypeScript' });
    expect(await program.textContent()).toContain('wallet.transactions.list({');
    await page.getByRole('link', { name: 'Balances' }).click();
    await page.getByRole('button', { name: 'Show as TypeScript' }).click();
    expect(await program.textContent()).toContain('wallet.withdrawableBalance()');
  });
});

describe('the transactions', () => {
  it('have the chosen columns, which the URL contains', async () => {
    const page = await explorer.open({ tenant, fragment: '#/transactions' });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Identifier' }).check();
    await page.getByRole('checkbox', { name: 'Fee', exact: true }).uncheck();
    await expectText(page, 'tx_59');
    await expectAccessible(page);
    const titles = page.getByRole('columnheader');
    expect(await titles.allTextContents()).toContain('Identifier');
    expect(await titles.allTextContents()).not.toContain('Fee');
    await page.reload();
    await expectText(page, 'tx_59');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Default columns' }).click();
    await expect.poll(() => titles.allTextContents()).not.toContain('Identifier');
  });

  it('are shown and filtered in the time zone of the reader, or in UTC', async () => {
    const fragment = '#/transactions';
    const page = await explorer.open({ tenant, fragment, timeZone: 'Asia/Kolkata' });
    const since = page.getByLabel('Since');
    await expectText(page, '1 Jan 2024, 05:30:19 GMT+5:30');
    await since.fill('2024-01-01 05:30:10');
    await expectTotal(page, '30 transactions');
    await page.getByLabel('Time zone').selectOption('UTC');
    await expectText(page, '1 Jan 2024, 00:00:19 UTC');
    await expectTotal(page, '30 transactions');
    expect(await since.inputValue()).toBe('2024-01-01 00:00:10');
    await since.fill('2024-01-01 00:00:19');
    await expectTotal(page, '3 transactions');
  });

  it('have buttons that copy an identifier unchanged, and links if the chain is certain', async () => {
    const own = await addTenant([
      newTransaction({ id: 'tx_a', asset: 'BTC', txid: BITCOIN_TXID, address: BITCOIN_ADDRESS }),
      newTransaction({ id: 'tx_b', asset: 'ETH', txid: BITCOIN_TXID, address: 'a\u202Eb' }),
    ]);
    const fragment = '#/transactions';
    const page = await explorer.open({ tenant: own, fragment, sharesContext: false });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const rows = rowsOf(page);
    await rows.nth(1).getByRole('button', { name: 'Copy the address' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('a\u202Eb');
    const link = page.getByRole('link', { name: 'Open in mempool.space' });
    expect(await link.count()).toBe(1);
    expect(await link.getAttribute('href')).toBe(`https://mempool.space/tx/${BITCOIN_TXID}`);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await link.getAttribute('target')).toBe('_blank');
  });

  it('appear on the first page as they arrive, and do not shift a later page', async () => {
    const own = await addTenant(sampleTransactions(60));
    const page = await explorer.open({ tenant: own, fragment: '#/transactions?fields=id' });
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await expectText(page, 'tx_59');
    await storeRows(explorer.service.store, own.walletId, [newTransaction({})]);
    await refresh.click();
    await expectText(page, 'tx_new');
    await expectTotal(page, '61 transactions');
    expect(await page.getByText('1 transaction was added').count()).toBe(0);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectText(page, 'Page 2 of 3');
    await expectText(page, 'tx_35');
    const rows = page.locator('.transactions tbody tr');
    const before = await rows.allTextContents();
    const newer = ['tx_newer', 'tx_newest'].map((id) => newTransaction({ id }));
    await storeRows(explorer.service.store, own.walletId, newer);
    await refresh.click();
    await expectText(page, '2 transactions were added');
    expect(await rows.allTextContents()).toEqual(before);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the newest' }).click();
    await expectText(page, 'tx_newest');
  });

  it('do not shift on a page that was opened by its number', async () => {
    const own = await addTenant(sampleTransactions(60));
    const page = await explorer.open({ tenant: own, fragment: '#/transactions?fields=id&page=1' });
    await expectText(page, 'tx_34');
    await storeRows(explorer.service.store, own.walletId, [newTransaction({})]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(page, '1 transaction was added');
    const rows = page.locator('.transactions tbody tr');
    expect(await rows.first().textContent()).toContain('tx_34');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectText(page, 'tx_09');
    expect(await rows.first().textContent()).toContain('tx_09');
  });

  it('report which filter of the URL is invalid', async () => {
    const fragment = '#/transactions?type=gift';
    const page = await explorer.open({ tenant, fragment, expectedMessages: /400/ });
    await expectText(page.getByRole('alert'), 'type');
    await expectText(page.getByRole('alert'), 'withdrawal');
    await expectAccessible(page);
    const since = page.getByLabel('Since');
    await since.fill('2024-01');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectTotal(page, '60 transactions');
    await expect.poll(() => since.inputValue()).toBe('');
  });

  it('are printed on white paper with their number and the filters that are set', async () => {
    const page = await explorer.open({ tenant, fragment: '#/transactions', scheme: 'dark' });
    await expectTotal(page, '60 transactions');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const background = await page.evaluate<string>(
      'getComputedStyle(document.documentElement).backgroundColor',
    );
    expect(background).toBe('rgb(255, 255, 255)');
    expect(await page.getByText('60 transactions').isVisible()).toBe(true);
    expect(await page.getByText('Page 1 of 3').isVisible()).toBe(true);
    for (const hidden of ['Next page', 'Export', 'Show as curl']) {
      expect(await page.getByText(hidden, { exact: true }).isVisible()).toBe(false);
    }
    const fields = page.locator('.filters .field').filter({ visible: true });
    expect(await fields.count()).toBe(0);
    await page.goto(`${explorer.url}/#/transactions?type=deposit&since=2024-01-01`);
    await expect.poll(() => fields.locator('label').allTextContents()).toEqual(['Type', 'Since']);
  });

  it('have their amount on one line if it fits next to the type', async () => {
    const [sample] = sampleTransactions(1);
    const own = await addTenant([
      { ...sample!, asset: 'USDT', amount: parseDecimal('577.554950') },
    ]);
    const page = await explorer.open({ width: 360, tenant: own, fragment: '#/transactions' });
    const amount = (await page.locator('.is-amount .amount').boundingBox())!;
    const symbol = (await page.locator('.is-amount .symbol').boundingBox())!;
    expect(Math.abs(symbol.y - amount.y)).toBeLessThan(amount.height / 2);
  });

  it('are not shown below a filter that the service refuses', async () => {
    const fragment = '#/transactions';
    const page = await explorer.open({ tenant, fragment, expectedMessages: /400/ });
    await expectTotal(page, '60 transactions');
    await page.goto(`${explorer.url}/#/transactions?type=gift`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });

  it('are not requested again with a filter that the service refuses', async () => {
    const fragment = '#/transactions?type=gift';
    const page = await explorer.open({
      tenant,
      fragment,
      sharesContext: false,
      expectedMessages: /400/,
    });
    await page.getByRole('alert').waitFor();
    await page.clock.install();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    // The timers before the clock was installed are the browser's own.
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => requests.length).toBe(1);
    await expect.poll(() => page.locator('.is-busy').count()).toBe(0);
    await page.clock.runFor(120_000);
    expect(requests).toHaveLength(1);
  });

  it('report when they continue after too many requests, and continue', async () => {
    const limited = await startExplorer({ rateLimitPerSecond: 1 });
    try {
      const content = { transactions: sampleTransactions(3), syncedAtMs: NOW_MS };
      const own = await limited.addTenant(content);
      const page = await limited.open({ tenant: own, expectedMessages: /429/ });
      // The balances take the one request of the service's second.
      await expectText(page, 'The exchange reports no balance');
      limited.service.clock.nowMs += 1000;
      await page.getByRole('link', { name: 'Transactions' }).click();
      await expectTotal(page, '3 transactions');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expectText(page.getByRole('alert'), 'The page retries automatically in 1 second.');
      await expectTotal(page, '3 transactions');
      await expectAccessible(page);
      limited.service.clock.nowMs += 1000;
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      await limited.closePages();
    } finally {
      await limited.stop();
    }
  });
});
