import { text } from 'node:stream/consumers';

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { formatCsvRecord } from '../../src/domain/csv.ts';
import { type Transaction, TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import { sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, useExplorer, WIDTHS } from './explorer-harness.ts';
import { storeRows } from '../store/store-rows.ts';

const ROWS = 20_000;
/** More rows than a download may have. */
const STREAMED_ROWS = 100_001;
const CONTINUATION = /transactions\?.*cursor=/;

const transactions = sampleTransactions(ROWS);
const explorer = useExplorer();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await explorer.addSynced({ transactions });
});

/** Exports, and returns the text of the file. */
async function exportText(page: Page, format: string): Promise<string> {
  await page.getByLabel('File format').selectOption({ label: format });
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  return text(await download.createReadStream());
}

/** Returns the CSV, newest first, as the service lists the rows. */
function writeCsv(transactions: readonly Transaction[], walletId: string): string {
  const rows = transactions.toReversed().map((transaction) => {
    const time = new Date(transaction.timestampMs).toISOString();
    const cells = { ...transaction, walletId, timestamp: time };
    return formatCsvRecord(TRANSACTION_FIELDS.map((field) => cells[field]));
  });
  return [TRANSACTION_FIELDS.join(','), ...rows, ''].join('\r\n');
}

describe('an export', () => {
  it('has every row exactly once, while rows arrive', async () => {
    const page = await explorer.open({ tenant, fragment: '#/transactions' });
    const [sample] = transactions;
    await page.route(
      CONTINUATION,
      async (route) => {
        const id = `tx_new${Math.random()}`;
        const arrived = { ...sample!, id, timestampMs: NOW_MS, asset: 'NEW' };
        await storeRows(explorer.service.store, tenant.walletId, [arrived]);
        await route.continue();
      },
      { times: 1 },
    );
    const csv = await exportText(page, 'CSV');
    expect(csv === writeCsv(transactions, tenant.walletId)).toBe(true);
    await expectText(page, 'The file has 20,000 rows.');
  }, 120_000);

  it('has the filtered rows and the chosen columns, as JSON Lines', async () => {
    const fragment = '#/transactions?asset=btc&before=2024-01-01T00:00:30Z&fields=id,amount';
    const page = await explorer.open({ tenant, fragment });
    const lines = (await exportText(page, 'JSON Lines')).trimEnd().split('\n');
    const wanted = transactions
      .slice(0, 90)
      .filter(({ asset }) => asset === 'btc')
      .toReversed();
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      wanted.map(({ id, amount }) => ({ id, amount })),
    );
  });

  it('continues after the service has limited the rate', async () => {
    const fragment = '#/transactions?before=2024-01-01T00:00:30Z';
    const page = await explorer.open({ tenant, fragment, expectedMessages: /429/ });
    const body = JSON.stringify({ code: 'rate_limited', title: 'Busy', detail: 'Wait.' });
    const headers = { 'retry-after': '0', 'content-type': 'application/problem+json' };
    await page.route(
      /transactions\?.*limit=1000/,
      (route) => route.fulfill({ status: 429, headers, body }),
      { times: 1 },
    );
    const csv = await exportText(page, 'CSV');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + 90);
  });

  it('is written to the chosen file as rows arrive, if it is large', async () => {
    const large = await explorer.addSynced({ transactions: sampleTransactions(STREAMED_ROWS) });
    const page = await explorer.open({ tenant: large, fragment: '#/transactions?fields=id' });
    // The dialog is the browser's and cannot be driven: the file is one of its private file system.
    await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText('The file has 100,001 rows.').waitFor({ timeout: 90_000 });
    const written = await page.evaluate<string>(`navigator.storage.getDirectory()
      .then((folder) => folder.getFileHandle('transactions.csv'))
      .then((handle) => handle.getFile())
      .then((file) => file.text())`);
    const ids = written.trimEnd().split('\r\n');
    expect(ids).toHaveLength(STREAMED_ROWS + 1);
    expect(new Set(ids).size).toBe(STREAMED_ROWS + 1);
    expect([ids[0], ids[1], ids.at(-1)]).toEqual(['id', 'tx_100000', 'tx_000000']);
  }, 180_000);
});

/** Opens the transactions of a wallet that appears to have too many of them for a download. */
async function openLarge(saveFile: string): Promise<Page> {
  const large = await explorer.addSynced({ transactions: sampleTransactions(5) });
  const page = await explorer.open({ tenant: large });
  await page.route(/transactions\?.*limit=25/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { pagination: object };
    const pagination = { ...body.pagination, totalCount: STREAMED_ROWS };
    await route.fulfill({ response, json: { ...body, pagination } });
  });
  await page.evaluate(`window.calls = []; window.showSaveFilePicker = ${saveFile}`);
  await page.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('button', { name: 'Export' }).click();
  return page;
}

describe('an export that fails', () => {
  it('reports the refusal of the service, and downloads no file', async () => {
    const own = await explorer.addSynced({ transactions: sampleTransactions(5) });
    const page = await explorer.open({
      tenant: own,
      fragment: '#/transactions',
      expectedMessages: /401/,
    });
    let downloads = 0;
    page.on('download', () => void (downloads += 1));
    await expectText(page, '5 transactions');
    await explorer.service.store.revokeApiKey(own.keyId, NOW_MS);
    await page.getByRole('button', { name: 'Export' }).click();
    const alert = page.getByRole('alert');
    await expectText(alert, 'The export failed');
    await expectText(alert, /401 .*[^.]\. No file was written\.$/);
    expect(downloads).toBe(0);
    await expectAccessible(page);
  });

  it('discards a file that cannot be written', async () => {
    const page = await openLarge(`async () => ({
      createWritable: async () => ({
        write: async () => { throw new DOMException('The disk is full.', 'QuotaExceededError'); },
        close: async () => void window.calls.push('close'),
        abort: async () => void window.calls.push('abort'),
      }),
    })`);
    const alert = page.getByRole('alert');
    await expectText(alert, 'The export failed');
    await expectText(alert, 'The disk is full. No file was written.');
    expect(await page.evaluate('window.calls')).toEqual(['abort']);
  });

  it('removes the chosen file, which is empty', async () => {
    // The file is one of the browser's private file system.
    const page = await openLarge(`async ({ suggestedName }) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(suggestedName, { create: true });
      const stream = await handle.createWritable();
      stream.write = async () => { throw new DOMException('The disk is full.'); };
      handle.createWritable = async () => stream;
      return handle;
    }`);
    await expectText(page.getByRole('alert'), 'The disk is full. No file was written.');
    const names = `navigator.storage.getDirectory().then((folder) => Array.fromAsync(folder.keys()))`;
    expect(await page.evaluate(names)).toEqual([]);
  });

  it('is canceled if the reader chooses no file', async () => {
    const page = await openLarge(`async () => {
      throw new DOMException('The user aborted a request.', 'AbortError');
    }`);
    await expectText(page, 'The export was canceled');
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

it('an export can be canceled while the filters are refused', async () => {
  const fragment = '#/transactions';
  const page = await explorer.open({ tenant, fragment, expectedMessages: /400/ });
  await page.route(CONTINUATION, () => {});
  await page.getByRole('button', { name: 'Export' }).click();
  await expectText(page, /1,000 of 20,00\d rows/);
  await page.goto(`${explorer.url}/#/transactions?type=gone`);
  await expectText(page.getByRole('alert'), /^type/);
  await page.getByRole('progressbar', { name: 'Export' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectText(page, 'The export was canceled');
});

describe('an export on a phone', () => {
  const [width] = WIDTHS;
  it('shows its progress, and leaves no file when it is canceled', async () => {
    const page = await explorer.open({ width, tenant, fragment: '#/transactions' });
    let downloads = 0;
    page.on('download', () => void (downloads += 1));
    // The first page arrives, the second does not.
    await page.route(CONTINUATION, () => {});
    await page.getByRole('button', { name: 'Export' }).click();
    await expectText(page, /1,000 of 20,00\d rows, [45] %. Another view of this page cancels it/);
    expect(await page.getByRole('progressbar', { name: 'Export' }).getAttribute('value')).toBe(
      '1000',
    );
    expect(await page.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectText(page, 'The export was canceled');
    expect(downloads).toBe(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText('The export was canceled').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Export' }).isDisabled()).toBe(false);
  });
});
