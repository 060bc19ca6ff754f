import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { TransactionType } from '../../src/domain/transaction.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { makeTransaction } from '../store/contract/fixtures.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, useExplorer, WIDTHS } from './explorer-harness.ts';

/** Transactions by time and type, with the number of each. */
const ROWS: readonly (readonly [
  time: string,
  type: TransactionType,
  asset: string,
  count: number,
])[] = [
  ['2024-06-01T00:00:00.000Z', 'deposit', 'BTC', 3],
  ['2024-05-31T23:59:59.999Z', 'withdrawal', 'BTC', 2],
  ['2024-05-01T00:00:00.000Z', 'deposit', 'ETH', 1200],
  ['2024-02-10T00:00:00.000Z', 'fee', 'BTC', 5],
  ['2023-07-01T00:00:00.000Z', 'withdrawal', 'ETH', 1],
  ['2023-06-30T23:59:59.999Z', 'deposit', 'BTC', 4],
  ['2019-03-31T12:00:00.000Z', 'withdrawal', 'OLD', 7],
];

/** The part of a canvas that a test reads. */
interface CanvasElement {
  readonly width: number;
  readonly height: number;
  readonly clientWidth: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
  };
}

const explorer = useExplorer();
let tenant: Tenant;

beforeAll(async () => {
  const transactions = ROWS.flatMap(([time, type, asset, count], row) =>
    Array.from({ length: count }, (_, index) =>
      makeTransaction(`tx_${row}_${index}`, {
        timestampMs: Date.parse(time),
        type,
        asset,
        amount: parseDecimal('1'),
      }),
    ),
  );
  tenant = await explorer.addTenant({ transactions, syncedAtMs: NOW_MS, historyComplete: true });
});

/** Returns the rows of the table that are not empty, as text. */
async function readTable(page: Page): Promise<string[]> {
  const table = page.getByRole('table', { name: 'Transactions by period' });
  await table.waitFor();
  const cells = await table.locator('tbody tr > *, tfoot tr > *').allTextContents();
  const rows = Array.from({ length: cells.length / 3 }, (_, index) =>
    cells.slice(3 * index, 3 * index + 3).join(' | '),
  );
  return rows.filter((text) => !text.endsWith('| 0 | 0'));
}

/** The newest twelve months. */
const MONTHS = [
  'June 2024 | 3 | 0',
  'May 2024 | 1,200 | 2',
  'July 2023 | 0 | 1',
  'Total | 1,203 | 3',
];

describe.each(WIDTHS)('the activity, %i pixels wide', (width) => {
  it('counts deposits and withdrawals by month, as a chart and as a table', async () => {
    const page = await explorer.open({ width, tenant });
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect.poll(() => readTable(page)).toEqual(MONTHS);
    const chart = page.getByRole('figure');
    expect(await chart.getAttribute('aria-label')).toBe(
      'Bar chart per month, July 2023 to June 2024: 1,203 deposits and 3 withdrawals. The table below has the same numbers.',
    );
    expect(await chart.locator('canvas').isVisible()).toBe(true);
    await expectAccessible(page);
    await expectToFit(page);
  });

  it('leads from a bar to its transactions', async () => {
    const page = await explorer.open({ width, tenant, fragment: '#/activity' });
    await readTable(page);
    const box = (await page.locator('.u-over').boundingBox())!;
    // The withdrawals of May are to the right of the middle of the eleventh month of twelve.
    await page.mouse.click(box.x + (box.width * 10.7) / 12, box.y + box.height - 2);
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    const filters = 'type=withdrawal&since=2024-05-01&before=2024-06-01&zone=utc';
    expect(page.url()).toBe(`${explorer.url}/#/transactions?${filters}`);
  });
});

it.each([320, 360, 414])(
  'shows the whole name of the last period, %i pixels wide',
  async (width) => {
    const page = await explorer.open({ width, tenant, fragment: '#/activity' });
    await readTable(page);
    const edge = await page.locator('.activity-chart canvas').evaluate((element) => {
      const canvas = element as unknown as CanvasElement;
      const labels = 20 * (canvas.width / canvas.clientWidth);
      const { data } = canvas
        .getContext('2d')
        .getImageData(canvas.width - 1, canvas.height - labels, 1, labels);
      return data.some((value) => value > 0);
    });
    expect(edge).toBe(false);
  },
);

it('suggests the symbol in its own case', async () => {
  const page = await explorer.open({ tenant, fragment: '#/activity?asset=btc' });
  await page.getByRole('button', { name: 'Did you mean BTC?' }).click();
  await expectText(page, 'June 2024');
  await expect.poll(() => page.url()).toBe(`${explorer.url}/#/activity?asset=BTC`);
});

describe('the activity', () => {
  it('is printed with its period and its asset', async () => {
    const page = await explorer.open({ tenant, fragment: '#/activity?asset=ETH' });
    await page.emulateMedia({ media: 'print' });
    const caption = page.locator('figcaption').getByText('July 2023 to June 2024, UTC, ETH');
    await caption.waitFor();
    expect(await page.getByLabel('Asset').isVisible()).toBe(false);
  });

  it('leads from a number to its transactions', async () => {
    const page = await explorer.open({ tenant, fragment: '#/activity?asset=ETH' });
    await page.getByRole('link', { name: '1,200' }).click();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    const filters = 'asset=ETH&type=deposit&since=2024-05-01&before=2024-06-01&zone=utc';
    expect(page.url()).toBe(`${explorer.url}/#/transactions?${filters}`);
  });

  it('is counted by quarter or year, for all assets or one; the URL contains the choice', async () => {
    const page = await explorer.open({ tenant, fragment: '#/activity' });
    await readTable(page);
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Quarter');
    await expect
      .poll(() => readTable(page))
      .toEqual(['Q2 2024 | 1,203 | 2', 'Q3 2023 | 0 | 1', 'Q2 2023 | 4 | 0', 'Total | 1,207 | 3']);
    await page.getByRole('textbox', { name: 'Asset' }).fill('BTC');
    const ofBitcoin = ['Q2 2024 | 3 | 2', 'Q2 2023 | 4 | 0', 'Total | 7 | 2'];
    await expect.poll(() => readTable(page)).toEqual(ofBitcoin);
    expect(page.url()).toBe(`${explorer.url}/#/activity?period=quarter&asset=BTC`);
    await page.reload();
    await expect.poll(() => readTable(page)).toEqual(ofBitcoin);
    await page.getByRole('textbox', { name: 'Asset' }).fill('');
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Year');
    await expect
      .poll(() => readTable(page))
      .toEqual(['2024 | 1,203 | 2', '2023 | 4 | 1', '2019 | 0 | 7', 'Total | 1,207 | 10']);
    expect(await page.getByRole('button', { name: 'Earlier' }).isDisabled()).toBe(true);
  });

  it('pages back to the oldest transactions, and finds the latest', async () => {
    const page = await explorer.open({ tenant, fragment: '#/activity' });
    const button = (name: string) => page.getByRole('button', { name });
    await readTable(page);
    expect(await button('Later').isDisabled()).toBe(true);
    await button('Earlier').click();
    await expect.poll(() => readTable(page)).toEqual(['June 2023 | 4 | 0', 'Total | 4 | 0']);
    await button('Earlier').click();
    await expectText(
      page.getByRole('status'),
      'no deposits and withdrawals from July 2021 to June 2022',
    );
    await expectAccessible(page);
    await button('Show the latest').click();
    await expect.poll(() => readTable(page)).toEqual(['March 2019 | 0 | 7', 'Total | 0 | 7']);
    expect(page.url()).toContain('page=5');
    expect(await button('Earlier').isDisabled()).toBe(true);
    await button('Later').click();
    await expectText(page.getByRole('status'), 'from July 2019 to June 2020');
  });

  it('requests only totals: at most one row per response, and one request per period and type', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('heading', { name: 'Balances' }).waitFor();
    const requests: URL[] = [];
    page.on('request', (request) => requests.push(new URL(request.url())));
    await page.getByRole('link', { name: 'Activity' }).click();
    await readTable(page);
    const listings = requests.filter(({ pathname }) => pathname === '/v0/wallet/transactions');
    expect(listings).toHaveLength(26);
    expect(listings.filter(({ searchParams }) => searchParams.get('limit') !== '1')).toEqual([]);
  });

  it('waits for the rate limit instead of failing', async () => {
    const page = await explorer.open({ tenant, expectedMessages: /429/ });
    await page.getByRole('heading', { name: 'Balances' }).waitFor();
    let refusals = 3;
    await page.route('**/v0/wallet/transactions?*', async (route) => {
      if (refusals === 0) return route.continue();
      refusals -= 1;
      const problem = { type: 'about:blank', code: 'rate_limited', title: 'Slow', detail: 'slow' };
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
        body: JSON.stringify(problem),
      });
    });
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect.poll(() => readTable(page)).toEqual(MONTHS);
    expect(refusals).toBe(0);
  });

  it('follows the colours of the system, and the width of the window', async () => {
    const page = await explorer.open({ tenant, fragment: '#/activity' });
    await readTable(page);
    const canvas = page.locator('.activity-chart canvas');
    const pixels = () =>
      page.evaluate<string>("document.querySelector('.activity-chart canvas').toDataURL()");
    const light = await pixels();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(pixels).not.toBe(light);
    const box = async () => (await canvas.boundingBox())?.width ?? 0;
    const wide = await box();
    await page.setViewportSize({ width: 700, height: 800 });
    await expect.poll(box).toBeLessThan(wide);
    await expectToFit(page);
  });

  it('is shown by a browser that reports no valid language', async () => {
    const page = await explorer.open({ tenant, fragment: '#/activity' });
    await page.addInitScript("Object.defineProperty(navigator, 'language', { value: 'C@posix' })");
    await page.reload();
    await expect.poll(() => readTable(page)).toEqual(MONTHS);
  });

  it('reports that a wallet has no transactions', async () => {
    const empty = await explorer.addTenant({ syncedAtMs: NOW_MS, historyComplete: true });
    const page = await explorer.open({ tenant: empty, fragment: '#/activity' });
    await expectText(page.getByRole('status'), 'There are no deposits and withdrawals');
    expect(await page.getByRole('button', { name: 'Show the latest' }).count()).toBe(0);
    await expectAccessible(page);
  });
});
