/** The pages of the transactions. */
import { beforeAll, describe, expect, it } from 'vitest';

import { sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import { storeRows } from '../store/store-rows.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectRows, expectText, useExplorer } from './explorer-harness.ts';

const explorer = useExplorer();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await addTenant(60);
});

/** Adds a wallet with this number of transactions. */
function addTenant(count: number): Promise<Tenant> {
  const transactions = sampleTransactions(count);
  return explorer.addTenant({ transactions, syncedAtMs: NOW_MS, historyComplete: true });
}

describe('the transactions', () => {
  it('have the chosen number of rows per page, from the first page on', async () => {
    const fragment = '#/transactions?page=1&limit=7&fields=id';
    const page = await explorer.open({ tenant, fragment });
    await expectRows(page, 7);
    const limit = page.getByLabel('Rows per page');
    expect(await limit.inputValue()).toBe('7');
    await limit.selectOption('50');
    await expectRows(page, 50);
    await expectText(page, 'Page 1 of 2');
    expect(page.url()).toContain('limit=50');
    expect(page.url()).not.toContain('page=');
  });

  it('say that a page is after the last transaction', async () => {
    const page = await explorer.open({ tenant, fragment: '#/transactions?page=3' });
    await expectText(page, 'This page is after the last transaction.');
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expectRows(page, 10);
  });

  it('report the current state of the synchronisation on a page whose rows do not move', async () => {
    const own = await addTenant(60);
    const page = await explorer.open({ tenant: own, fragment: '#/transactions?fields=id&page=1' });
    await expectText(page, 'tx_34');
    const [sample] = sampleTransactions(1);
    const arrived = { ...sample!, id: 'tx_new', timestampMs: NOW_MS };
    await storeRows(explorer.service.store, own.walletId, [arrived]);
    const failure = { code: 'exchange_key_refused', message: 'Invalid key', atMs: NOW_MS };
    await explorer.recordSync(own, { outcome: { nextRunAtMs: null, failure } });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(page, '1 transaction was added');
    await expectText(page, 'The synchronisation is stopped');
    await expectText(page, 'tx_34');
  });

  it('continue beyond page 1000, even after a reload', async () => {
    const many = await addTenant(1004);
    const fragment = '#/transactions?limit=1&page=1000&fields=id';
    const page = await explorer.open({ tenant: many, fragment });
    await expectText(page, 'tx_0003');
    for (const id of ['tx_0002', 'tx_0001']) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expectText(page, id);
    }
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expectText(page, 'tx_0002');
    await page.reload();
    await expectText(page, 'tx_0002');
    await expectText(page, 'Page 1,002 of 1,004');
    // Without a cursor, the service refuses a later page.
    await page.goto(`${explorer.url}/#/transactions?limit=1&page=1002&fields=id`);
    await expectText(page, 'Page 1,001 of 1,004');
    await expectText(page, 'tx_0003');
  });
});
