import { beforeAll, describe, expect, it } from 'vitest';

import type { AssetBalance, Network } from '../../src/domain/balance.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { SAMPLE_BALANCES } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, useExplorer, WIDTHS } from './explorer-harness.ts';

const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BITCOIN: Network = {
  id: 'BTC',
  code: 'BTC',
  name: 'Bitcoin',
  displayName: 'Bitcoin',
  minWithdrawal: '0.0001',
  maxWithdrawal: 'as agreed',
  assetName: 'BTC',
  addressRegex: '^(bc1)[0-9A-Za-z]{39,59}$',
};
const BALANCES: readonly AssetBalance[] = [
  ...SAMPLE_BALANCES,
  { asset: 'BTC', amount: parseDecimal('0.00000001'), networks: [BITCOIN], networksUnknown: true },
  { asset: 'NEW', amount: parseDecimal('0.000'), networks: [], networksUnknown: true },
];

const explorer = useExplorer();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await explorer.addSynced({ balances: BALANCES });
});

describe('the balances on a phone', () => {
  const [width] = WIDTHS;
  it('have a row for each asset with its exact amount, and are accessible', async () => {
    const page = await explorer.open({ width, tenant });
    const table = page.getByRole('table', { name: 'Withdrawable balances' });
    const rows = table.locator('tbody > tr');
    await rows.first().waitFor();
    for (const { asset, amount } of BALANCES) {
      const row = rows.filter({ has: page.getByRole('rowheader', { name: asset }) });
      expect(await row.locator('.amount').textContent()).toBe(amount);
    }
    expect(await rows.count()).toBe(BALANCES.length);
    await expectAccessible(page);
    await expectToFit(page);
  });

  it('show the networks of an asset with limits in plain notation', async () => {
    const page = await explorer.open({ width, tenant });
    const button = page.getByRole('button', { name: 'Networks of USDC' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    const networks = page.getByRole('table', { name: 'Networks of USDC' });
    const arbitrum = networks.getByRole('row', { name: 'Arbitrum "One"' });
    const minimum = arbitrum.getByRole('button', { name: '0.00000001' });
    await minimum.click();
    expect(await arbitrum.getByRole('button').textContent()).toBe('1e-8');
    expect(await arbitrum.textContent()).toContain('^(0x)[0-9A-Fa-f]{40}$');
    const ethereum = networks.getByRole('row', { name: 'Ethereum' });
    expect(await ethereum.textContent()).toContain('1000000.00');
    expect(await ethereum.textContent()).toContain('Not reported');
    await expectAccessible(page);
    await expectToFit(page);
    await button.click();
    expect(await networks.count()).toBe(0);
  });
});

describe('the balances', () => {
  it('report unknown networks, and show a limit that is not a number unchanged', async () => {
    const page = await explorer.open({ tenant });
    const shown = (asset: string, text: string) =>
      page.getByRole('row', { name: asset }).getByText(text).filter({ visible: true });
    await shown('NEW', 'Networks unknown').waitFor();
    await shown('BTC', '1 known, maybe more').waitFor();
    await page.getByRole('button', { name: 'Networks of BTC' }).click();
    await page.getByRole('cell', { name: 'as agreed' }).waitFor();
    expect(await page.getByRole('button', { name: 'Networks of EUR' }).count()).toBe(0);
  });

  it('can be searched, and zero can be hidden; the URL contains both', async () => {
    const page = await explorer.open({ tenant });
    const status = page.getByRole('status');
    await expectText(status, /^4 assets$/);
    await page.getByRole('checkbox', { name: 'Hide zero balances' }).check();
    await expectText(status, '3 of 4 assets');
    await page.getByRole('searchbox', { name: 'Search assets' }).fill('  usd');
    await expectText(status, '1 of 4 assets');
    expect(page.url()).toBe(`${explorer.url}/#/balances?zero=hide&search=++usd`);
    await page.reload();
    await expectText(status, '1 of 4 assets');
    await page.getByRole('searchbox').fill('nothing');
    await expectText(page, 'No asset matches');
  });

  it('show when the wallet was synchronised', async () => {
    const page = await explorer.open({ tenant });
    await expectText(page, 'Synchronised 3 minutes ago');
    const time = page.getByText('1 Jun 2024, 12:00:00 UTC');
    expect(await time.getAttribute('datetime')).toBe('2024-06-01T12:00:00.000Z');
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('warn if they are old, unverified, or the history is still being read', async () => {
    const late = await explorer.addSynced({
      balances: BALANCES,
      syncedAtMs: NOW_MS - 7_200_000,
      historyComplete: false,
      withdrawableUnverified: true,
    });
    const page = await explorer.open({ tenant: late });
    await expectText(page, 'This data is old');
    await expectText(page, 'The history is still being read');
    await expectText(page, 'Withdrawable amounts are not verified');
    await expectAccessible(page);
  });

  it('are requested again by the button, and then show changes', async () => {
    const own = await explorer.addSynced({ balances: SAMPLE_BALANCES });
    const page = await explorer.open({ tenant: own });
    await expectText(page, '2 assets');
    await explorer.recordSync(own, { balances: BALANCES });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(page, '4 assets');
  });

  it('are requested every minute while the page is visible, and not transferred if unchanged', async () => {
    const page = await explorer.open({ tenant, sharesContext: false });
    await expectText(page, '4 assets');
    await page.clock.install();
    const statuses: number[] = [];
    page.on('response', (response) => statuses.push(response.status()));
    // The timer that was set before the clock was installed is the browser's own.
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => statuses).toEqual([304]);
    await page.clock.runFor(59_000);
    expect(statuses).toEqual([304]);
    await page.clock.runFor(1000);
    await expect.poll(() => statuses).toEqual([304, 304]);
    await expectText(page, '4 assets');
    await page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })`,
    );
    const isRequested = page.waitForRequest(/balance/, { timeout: 500 }).then(
      () => true,
      () => false,
    );
    await page.clock.runFor(120_000);
    expect(await isRequested).toBe(false);
    await page.evaluate(
      `delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await expect.poll(() => statuses).toEqual([304, 304, 304]);
  });

  it('report that the synchronisation is stopped, or failed and is retried', async () => {
    const failure = { code: 'exchange_key_refused', message: 'Invalid key', atMs: NOW_MS };
    const stopped = await explorer.addSynced({ balances: BALANCES });
    await explorer.recordSync(stopped, { outcome: { nextRunAtMs: null, failure } });
    const page = await explorer.open({ tenant: stopped });
    await expectText(page, 'The synchronisation is stopped');
    await expectText(page, 'exchange_key_refused');
    await expectText(page, '4 assets');
    const failing = await explorer.addSynced({ balances: BALANCES });
    await explorer.recordSync(failing, { outcome: { nextRunAtMs: NOW_MS, failure } });
    await expectText(await explorer.open({ tenant: failing }), 'The last synchronisation failed');
  });

  it('report a history that is incomplete, and a clock that may be wrong', async () => {
    const own = await explorer.addTenant({ balances: BALANCES });
    const refused = { code: 'exchange_key_refused', message: 'Invalid key', atMs: NOW_MS };
    await explorer.recordSync(own, { outcome: { nextRunAtMs: null, failure: refused } });
    const page = await explorer.open({ tenant: own });
    await expectText(page, 'The history is not complete');
    const clock = { code: 'exchange_clock', message: 'Timestamp', atMs: NOW_MS };
    await explorer.recordSync(own, { outcome: { nextRunAtMs: NOW_MS, failure: clock } });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(page, 'the clock of the service may be wrong');
    await expectText(page, 'The history is still being read');
  });

  it('report an error of the service with the request to search for', async () => {
    const page = await explorer.open({ tenant, expectedMessages: /500/ });
    await expectText(page, '4 assets');
    const problem = { code: 'internal', title: 'Internal error', detail: 'Detail.' };
    await page.route('**/balance', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'content-type': 'application/problem+json' },
        body: JSON.stringify({ ...problem, requestId: 'request-of-the-test' }),
      }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    const alert = page.getByRole('alert');
    await expectText(alert, 'The page retries every 10 seconds.');
    await expectText(alert, 'request-of-the-test');
    await expectText(page, '4 assets');
  });

  it('report the response of a proxy, which has no request to search for', async () => {
    const page = await explorer.open({ tenant, expectedMessages: /502/ });
    await expectText(page, '4 assets');
    await page.route('**/balance', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    const alert = page.getByRole('alert');
    await expectText(alert, 'The response is not one of the service');
    expect(await alert.textContent()).not.toContain('log');
  });

  it('report why a wallet is stopped that was never synchronised, and what to do', async () => {
    const fresh = await explorer.addSynced({ syncedAtMs: null });
    const failure = { code: 'exchange_key_refused', message: 'Invalid key', atMs: NOW_MS };
    await explorer.recordSync(fresh, { outcome: { nextRunAtMs: null, failure } });
    const page = await explorer.open({ tenant: fresh, width: 360, expectedMessages: /503/ });
    const alert = page.getByRole('alert');
    await expectText(alert, 'Invalid key');
    await expectText(alert, `teller wallet credentials ${fresh.walletId}`);
    await expectAccessible(page);
    await expectToFit(page);
  });

  it('show invisible characters of symbols and networks as their code points', async () => {
    const hidden = '\u202E';
    const networks = [
      { ...BITCOIN, maxWithdrawal: null, id: `N${hidden}`, displayName: `Net${hidden}` },
    ];
    const amount = parseDecimal('1');
    const own = await explorer.addSynced({
      balances: [{ asset: `CTB${hidden}`, amount, networks }],
    });
    const page = await explorer.open({ tenant: own });
    const codes = page.locator('.unseen[data-code="U+202E"]');
    // The symbol, and the name of its network.
    await expect.poll(() => codes.count()).toBe(2);
    await page.getByRole('button', { name: /^Networks of/ }).click();
    await expect.poll(() => codes.count()).toBe(4);
    await page.goto(`${explorer.url}/#/send?address=${BITCOIN_ADDRESS}&amount=1`);
    const possible = page.getByRole('list', { name: 'Possible withdrawals' });
    await expect.poll(() => possible.locator('.unseen').count()).toBe(3);
    await page.goto(`${explorer.url}/#/send?address=${BITCOIN_ADDRESS}&amount=2`);
    const refused = page.getByRole('list', { name: 'Not possible' });
    await expect.poll(() => refused.locator('.unseen').count()).toBe(4);
  });

  it('fit into a window of any width with amounts and symbols of any length', async () => {
    const symbol = 'SYMBOLOFUNUSUALLENGTHWITHOUTASPACE';
    const amount = parseDecimal(`${'1234567890'.repeat(6)}.${'0123456789'.repeat(4)}`);
    const networks = [{ ...BITCOIN, addressRegex: `^${'[0-9A-Za-z]{10,40}|'.repeat(10)}$` }];
    const long = await explorer.addSynced({ balances: [{ asset: symbol, amount, networks }] });
    const page = await explorer.open({ tenant: long });
    await page.getByRole('button', { name: `Networks of ${symbol}` }).click();
    for (const width of [360, 640, 736, 768, 1024, 3840]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page);
    }
  });

  it('report that there are none, and that a wallet was not synchronised yet', async () => {
    const empty = await explorer.open({ tenant: await explorer.addSynced({ balances: [] }) });
    await expectText(empty, 'The exchange reports no balance');
    const fresh = await explorer.addSynced({ syncedAtMs: null });
    const page = await explorer.open({ tenant: fresh, expectedMessages: /503/ });
    await expectText(page, 'The wallet was not synchronised yet');
    await expectAccessible(page);
  });
});
