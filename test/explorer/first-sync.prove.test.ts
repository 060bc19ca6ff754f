/** Every view of a wallet that was not synchronised yet. */
import { beforeAll, describe, expect, it } from 'vitest';

import { sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, useExplorer } from './explorer-harness.ts';

const VIEWS = ['balances', 'send', 'transactions', 'activity'];

const explorer = useExplorer();
let fresh: Tenant;
let stopped: Tenant;
beforeAll(async () => {
  fresh = await explorer.addTenant({ syncedAtMs: null });
  stopped = await explorer.addTenant({ syncedAtMs: null });
  const failure = { code: 'exchange_key_refused', message: 'Invalid key', atMs: NOW_MS };
  await explorer.recordSync(stopped, { outcome: { nextRunAtMs: null, failure } });
});

describe.each(VIEWS)('the view %s', (view) => {
  const fragment = `#/${view}`;

  it('says that the wallet was not synchronised yet', async () => {
    const options = { tenant: fresh, fragment, width: 360, expectedMessages: /503/ };
    const page = await explorer.open(options);
    await expectText(page, 'The wallet was not synchronised yet');
    await expectAccessible(page);
    await expectToFit(page);
    expect(await page.getByText('There are no transactions').count()).toBe(0);
  });

  it('says why the wallet is stopped', async () => {
    const page = await explorer.open({ tenant: stopped, fragment, expectedMessages: /503/ });
    const alert = page.getByRole('alert');
    await expectText(alert, 'The wallet is stopped');
    await expectText(alert, 'Invalid key');
  });
});

it('says why the first synchronisation failed, and that it is retried', async () => {
  const failing = await explorer.addTenant({ syncedAtMs: null });
  const failure = { code: 'exchange_unavailable', message: 'No response', atMs: NOW_MS };
  await explorer.recordSync(failing, { outcome: { nextRunAtMs: NOW_MS, failure } });
  const page = await explorer.open({ tenant: failing, expectedMessages: /503/ });
  await expectText(page, 'The wallet was not synchronised yet');
  await expectText(
    page,
    'The first synchronisation failed (exchange_unavailable) and is retried automatically.',
  );
});

it.each(['not synchronised yet', 'stopped'])('connects to a wallet that is %s', async (state) => {
  const tenant = state === 'stopped' ? stopped : fresh;
  const page = await explorer.open({ expectedMessages: /503/ });
  await page.getByRole('textbox', { name: 'API key' }).fill(tenant.apiKey);
  await page.getByRole('textbox', { name: 'Organization' }).fill(tenant.orgId);
  await page.getByRole('textbox', { name: 'Project' }).fill(tenant.projectId);
  await page.getByRole('textbox', { name: 'Wallet' }).fill(tenant.walletId);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expectText(
    page,
    state === 'stopped' ? 'The wallet is stopped' : 'was not synchronised yet',
  );
});

it('shows the transactions that were imported before the first synchronisation', async () => {
  const tenant = await explorer.addTenant({ syncedAtMs: null });
  await importRows(explorer.service.store, tenant.walletId, sampleTransactions(3));
  const page = await explorer.open({
    tenant,
    fragment: '#/transactions',
    expectedMessages: /503/,
  });
  await expectText(page, 'This history was imported');
  await expectText(page, '3 transactions');
});

describe('a wallet that only takes imports', () => {
  it.each(['balances', 'send'])('has no balance in the view %s', async (view) => {
    const tenant = await explorer.addTenant({ importsOnly: true });
    const fragment = `#/${view}`;
    const page = await explorer.open({ tenant, fragment, width: 360, expectedMessages: /404/ });
    await expectText(page, 'The wallet has no balance');
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('main').getByRole('link', { name: 'transactions' }).click();
    await expectText(page, 'The wallet only takes imports');
    await expectText(page, '0 transactions');
  });
});
