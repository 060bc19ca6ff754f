import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import {
  CONNECT_CODES,
  CONNECT_PROBLEMS,
  definitionOf,
  PROBLEMS,
} from '../../src/domain/problem.ts';
import { readServiceApi } from '../../tools/api-documents.ts';
import { sampleTransactions } from '../http/samples.ts';
import { NOW_MS } from '../http/service-harness.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { expectText, useExplorer, WIDTHS } from './explorer-harness.ts';

const CODES = Object.keys(PROBLEMS);
/** Axe checks each of some thousand elements twice, on a machine that does other things too. */
const ACCESSIBILITY_MS_MAX = 120_000;
const THIRTY_DIGITS = '123456789012345.678901234567890';

const explorer = useExplorer();
let tenant: Tenant;

beforeAll(async () => {
  const [first] = sampleTransactions(1);
  const transactions = [{ ...first!, amount: parseDecimal(THIRTY_DIGITS) }];
  tenant = await explorer.addTenant({ transactions, syncedAtMs: NOW_MS, historyComplete: true });
});

/** Opens the form of a request. */
async function openForm(page: Page, path: string) {
  const form = page.getByRole('form', { name: `Try ${path}` });
  const section = page.getByRole('region', { name: `GET ${path}`, exact: true });
  await section.getByText('Try it').click();
  await form.waitFor();
  return form;
}

describe('the reference on a phone', () => {
  const [width] = WIDTHS;
  it(
    'describes every path of the document, and is accessible',
    async () => {
      const page = await explorer.open({ width, path: 'docs' });
      const { paths } = (await readServiceApi()) as unknown as { paths: Record<string, unknown> };
      for (const path of Object.keys(paths)) {
        await page.getByRole('heading', { name: `GET ${path}` }).waitFor();
      }
      await expectAccessible(page);
      await expectToFit(page);
    },
    ACCESSIBILITY_MS_MAX,
  );

  it('shows what a request returns, with every digit, and the request as curl', async () => {
    const page = await explorer.open({ width, tenant, path: 'docs' });
    const form = await openForm(page, '/v0/wallet/transactions');
    await form.getByLabel('type', { exact: true }).selectOption('deposit');
    await form.getByLabel('fields').fill('amount,asset');
    await form.getByRole('button', { name: 'Send' }).click();
    await expectText(form.getByRole('status'), '200 OK');
    const headers = form.getByRole('group', { name: 'Response headers' });
    await expectText(headers, 'x-svc-history: complete');
    const body = form.getByRole('group', { name: 'Response body' });
    expect(await body.textContent()).toContain(`"amount": ${THIRTY_DIGITS}\n`);
    const curl = form.getByRole('group', { name: 'Request as curl' });
    const request = `curl '${explorer.url}/v0/wallet/transactions?type=deposit&fields=amount,asset'`;
    expect(await curl.textContent()).toContain(request);
    expect(await curl.textContent()).toContain("'x-svc-api-key: <API_KEY>'");
    await expectAccessible(page, '.try[open]');
    await expectToFit(page);
  });

  it.each(['rate_limited', 'wallet_not_synced'])('begins at the problem %s', async (code) => {
    const page = await explorer.open({ width, path: 'docs', fragment: `#${code}` });
    const section = page.locator(':target');
    expect(await section.getByRole('heading').textContent()).toBe(code);
    await expect.poll(async () => (await section.boundingBox())?.y).toBeLessThan(100);
    await expectText(section, PROBLEMS[code as keyof typeof PROBLEMS].title);
    await expectText(section, /^Yes, after the \d+ seconds? of retry-after\.$/);
  });
});

describe('the reference', () => {
  it('has one section for each problem: when, what to do, and whether to retry', async () => {
    const page = await explorer.open({ path: 'docs' });
    await page.locator('#problems').waitFor();
    for (const code of CODES) {
      const section = page.locator(`[id="${code}"]`);
      expect([code, await section.count()]).toEqual([code, 1]);
      expect(await section.locator('dt').allTextContents()).toEqual([
        'When',
        'What to do',
        'Retry',
      ]);
    }
    const retries = page.getByText(/^Yes, after/);
    const shown = [
      ...Object.values({ ...PROBLEMS, ...CONNECT_PROBLEMS }),
      ...CONNECT_CODES.map(definitionOf),
    ];
    const retried = shown.filter((problem) => 'retryAfterSeconds' in problem);
    expect(await retries.count()).toBe(retried.length);
  });

  it('has a target for each of its links, and no identifier twice', async () => {
    const page = await explorer.open({ path: 'docs' });
    await page.locator('#problems').waitFor();
    const ids = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[id]')].map((element) => element.id)",
    );
    expect(new Set(ids).size).toBe(ids.length);
    const targets = await page.evaluate<string[]>(
      '[...document.querySelectorAll(\'a[href^="#"]\')].map((link) => link.hash.slice(1))',
    );
    expect(targets.length).toBeGreaterThan(CODES.length);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('describes every query parameter, request header and schema member', async () => {
    const page = await explorer.open({ path: 'docs' });
    await page.locator('#problems').waitFor();
    const names = await page.locator('.fields dt > code').allTextContents();
    const { paths, components } = (await readServiceApi()) as unknown as {
      paths: Record<string, { get: { parameters?: { name: string }[] } }>;
      components: { schemas: Record<string, { properties: object }>; headers: object };
    };
    const expected = [
      ...Object.values(paths).flatMap(({ get }) => (get.parameters ?? []).map(({ name }) => name)),
      ...Object.values(components.schemas).flatMap(({ properties }) => Object.keys(properties)),
      ...Object.keys(components.headers),
    ];
    expect(expected.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('shows an example of each webhook, and the headers of all', async () => {
    const page = await explorer.open({ path: 'docs' });
    const { webhooks } = (await readServiceApi()) as unknown as {
      webhooks: Record<string, object>;
    };
    for (const event of Object.keys(webhooks)) {
      await page.getByRole('heading', { name: `POST ${event}` }).waitFor();
      await expectText(page.getByRole('group', { name: `Example of ${event}` }), `"${event}"`);
    }
    const common = page.locator('section', { hasText: 'Headers and responses of every event' });
    expect(await common.locator('.fields dt > code').allTextContents()).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    await expectText(common, 'The webhook is disabled');
  });

  it('leads from a problem in a response to its section', async () => {
    const page = await explorer.open({ path: 'docs', expectedMessages: /401/ });
    const form = await openForm(page, '/v0/wallet/withdraw/balance');
    await expectText(form, 'No wallet is connected in this tab');
    await form.getByRole('button', { name: 'Send' }).click();
    await expectText(form.getByRole('status'), '401 Unauthorized');
    await form.getByRole('link', { name: 'missing_credentials' }).click();
    expect(page.url()).toBe(`${explorer.url}/docs#missing_credentials`);
    expect(await page.locator(':target').getAttribute('id')).toBe('missing_credentials');
  });

  it('sends the headers of the form, and shows a response without a body', async () => {
    const page = await explorer.open({ tenant, path: 'docs' });
    const form = await openForm(page, '/v0/wallet/withdraw/balance');
    const send = form.getByRole('button', { name: 'Send' });
    const headers = form.getByRole('group', { name: 'Response headers' });
    await form.getByLabel('x-request-id').fill('from-the-form');
    await send.click();
    await expectText(headers, 'x-request-id: from-the-form');
    const [, tag] = /^etag: (.*)$/m.exec((await headers.textContent())!)!;
    await form.getByLabel('if-none-match').fill(tag!);
    await send.click();
    await expectText(form.getByRole('status'), '304 Not Modified');
    expect(await form.getByRole('group', { name: 'Response body' }).count()).toBe(0);
  });

  it('sends the credentials of the wallet that is chosen', async () => {
    const page = await explorer.open({ tenant, path: 'docs', expectedMessages: /401/ });
    const form = await openForm(page, '/v0/wallet/transactions');
    await form.getByLabel('With the credentials of this wallet').check();
    const curl = form.getByRole('group', { name: 'Request as curl' });
    expect(await curl.textContent()).toContain(`'x-svc-wallet-id: ${tenant.walletId}'`);
    const metrics = await openForm(page, '/metrics');
    await metrics.getByLabel('Bearer token').fill('wrong');
    await metrics.getByRole('button', { name: 'Send' }).click();
    await expectText(metrics.getByRole('status'), '401 Unauthorized');
    const command = metrics.getByRole('group', { name: 'Request as curl' });
    expect(await command.textContent()).toBe(
      `curl '${explorer.url}/metrics' \\\n  --header 'authorization: Bearer wrong'`,
    );
  });

  it('reports that a request was not answered', async () => {
    const page = await explorer.open({ tenant, path: 'docs', expectedMessages: /ERR_FAILED/ });
    const form = await openForm(page, '/livez');
    await page.route('**/livez', (route) => route.abort());
    await form.getByRole('button', { name: 'Send' }).click();
    await expectText(form.getByRole('alert'), 'The request was not answered');
  });

  it('is used with the keyboard only', async () => {
    const page = await explorer.open({ path: 'docs', fragment: '#checkLiveness' });
    const focused = page.locator(':focus');
    await page.locator(':target').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused.textContent()).toBe('Try it');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused.textContent()).toBe('Send');
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'Try /livez' });
    await expectText(form.getByRole('status'), '200 OK');
    await page.keyboard.press('Tab');
    expect(await focused.getAttribute('aria-label')).toBe('Response headers');
  });

  it('begins with a button that skips the contents', async () => {
    const page = await explorer.open({ path: 'docs' });
    const focused = page.locator(':focus');
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused.textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused.textContent()).toBe('openapi.json');
  });

  it('reports that the document could not be loaded', async () => {
    const page = await explorer.open({ path: 'docs', expectedMessages: /ERR_FAILED|503/ });
    await page.route('**/openapi.json', (route) => route.abort());
    await page.reload();
    await expectText(page.getByRole('alert'), 'The reference could not be loaded');
    // The response of a proxy while the service restarts.
    await page.route('**/openapi.json', (route) => route.fulfill({ status: 503, json: {} }));
    await Promise.all([
      page.waitForResponse('**/openapi.json'),
      page.getByRole('button', { name: 'Reload' }).click(),
    ]);
    await expectText(page.getByRole('alert'), 'Check that the service is running.');
    await page.unroute('**/openapi.json');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
  });

  it('is linked from the explorer and leads back', async () => {
    const page = await explorer.open({ tenant });
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
    expect(page.url()).toBe(`${explorer.url}/docs`);
    await page.getByRole('link', { name: 'Explorer' }).click();
    await page.getByRole('heading', { name: 'Balances' }).waitFor();
  });
});

describe.each(['', 'docs'])('without JavaScript, /%s', (path) => {
  it('links to the OpenAPI document', async () => {
    const page = await explorer.open({ path, hasScript: false });
    const link = page.getByRole('link', { name: '/openapi.json' });
    expect(await link.getAttribute('href')).toBe('./openapi.json');
    expect(await link.isVisible()).toBe(true);
  });
});
