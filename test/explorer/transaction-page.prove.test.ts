import { describe, expect, it } from 'vitest';

import { sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, useExplorer, WIDTHS } from './explorer-harness.ts';

const BITCOIN_TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const BITCOIN_ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

const explorer = useExplorer();

describe('the page of a transaction', () => {
  it('shows every field, with buttons that copy it, and links to block explorers', async () => {
    const [sample] = sampleTransactions(1);
    const bitcoin = { asset: 'BTC', txid: BITCOIN_TXID, address: BITCOIN_ADDRESS };
    const own = await explorer.addTenant({
      // At the same time.
      transactions: [
        { ...sample!, ...bitcoin, id: 'tx_a' },
        { ...sample!, id: 'tx_b', feeCost: null, feeCurrency: null },
      ],
      syncedAtMs: NOW_MS,
    });
    const [width] = WIDTHS;
    const fragment = '#/transactions';
    const page = await explorer.open({ width, tenant: own, fragment, sharesContext: false });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const links = page.locator('.time-link');
    await expect.poll(() => links.count()).toBe(2);
    await links.last().click();
    await page.getByRole('heading', { name: /^\w+ of .* BTC$/ }).waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    expect(new URLSearchParams(page.url().split('?')[1]).get('id')).toBe('tx_a');
    await page.reload();
    const fields = page.locator('.details dt');
    await fields.first().waitFor();
    expect(await fields.allTextContents()).toEqual([
      'Time',
      'Type',
      'Status',
      'Amount',
      'Asset',
      'Fee',
      'Fee currency',
      'Address',
      'Transaction hash',
      'Block explorers',
      'Identifier',
      'Wallet',
    ]);
    await page.getByRole('button', { name: 'Copy: Transaction hash' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(BITCOIN_TXID);
    const link = page.getByRole('link', { name: 'Open in blockstream.info' });
    expect(await link.getAttribute('href')).toBe(`https://blockstream.info/tx/${BITCOIN_TXID}`);
    await page.getByRole('link', { name: 'All transactions' }).click();
    await links.first().click();
    await expectText(page, 'Not provided by the exchange');
    expect(await page.locator('.details dt').allTextContents()).not.toContain('Block explorers');
  });

  it('reports that the wallet has no such transaction at its time', async () => {
    const tenant = await explorer.addTenant({
      transactions: sampleTransactions(1),
      syncedAtMs: NOW_MS,
    });
    const fragment = '#/transaction?id=tx_0&time=2023-01-01T00:00:00.000Z';
    const page = await explorer.open({ tenant, fragment });
    await expectText(page, 'The wallet has no such transaction at this time');
    await expectText(page, 'may also belong to another wallet');
  });
});
