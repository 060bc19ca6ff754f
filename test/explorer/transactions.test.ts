import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import {
  type ExplorerHarness,
  START_MS_MAX,
  startExplorer,
  WIDTHS,
  expectText,
} from './explorer-harness.ts';

let explorer: ExplorerHarness;
let tenant: Tenant;

beforeAll(async () => {
  explorer = await startExplorer();
  const transactions = sampleTransactions(60);
  tenant = await explorer.addTenant({ transactions, syncedAtMs: NOW_MS, historyComplete: true });
}, START_MS_MAX);
afterEach(() => explorer.closePages());
afterAll(() => explorer.stop());

describe.each(WIDTHS)('the transactions, %i pixels wide', (width) => {
  it('are listed page by page, newest first', async () => {
    const page = await explorer.open({ width, tenant, fragment: '#/transactions' });
    const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
    await expectText(page.getByRole('status'), '60 transactions');
    expect(await rows.count()).toBe(25);
    expect(await rows.first().textContent()).toContain('1 Jan 2024, 00:00:19 UTC');
    await expectAccessible(page);
    await expectToFit(page);
    for (const count of [25, 10]) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect.poll(() => rows.count()).toBe(count);
    }
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(() => rows.count()).toBe(25);
  });
});
