/** The first page that a user of the explorer sees; `.ci/pages` tests the others. */
import { beforeAll, expect, it } from 'vitest';

import { SAMPLE_BALANCES } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, fillForm, useExplorer } from './explorer-harness.ts';

const explorer = useExplorer();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await explorer.addTenant({ balances: SAMPLE_BALANCES, syncedAtMs: NOW_MS });
});

it('the form connects to a wallet on a phone, and is accessible', async () => {
  const page = await explorer.open({ width: 360 });
  await page.getByRole('heading', { name: 'Connect a wallet' }).waitFor();
  // A first visit explains where the four values come from, and what to do without them.
  for (const command of ['teller key create --project ID', 'teller wallet list', 'teller demo']) {
    await expectText(page, command);
  }
  expect(await page.getByRole('link', { name: 'API reference' }).count()).toBe(2);
  await expectAccessible(page);
  await expectToFit(page);
  await fillForm(page, { ...tenant, apiKey: `  ${tenant.apiKey} ` });
  await page.getByRole('table', { name: 'Withdrawable balances' }).waitFor();
  expect(page.url()).toBe(`${explorer.url}/#/balances`);
  expect(await page.title()).toBe('Balances · Wallet 1 · wallet-teller');
});
