/** The Connect page: what it shows, and how a customer uses it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { CONNECT_EXCHANGES } from '../../src/exchanges/connect-exchanges.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import {
  chooseExchange,
  connectKey,
  enterKey,
  KEY,
  refuse,
  SECRET,
  SESSION,
  useConnect,
} from './connect-harness.ts';
import { PROXY_PATH, TOKEN } from './connect-service.ts';
import { expectText, findConnectFolder, WIDTHS } from './explorer-harness.ts';

/** Maximum size of everything that the page loads, compressed: the page, its files and the exchanges. */
const PAGE_BYTES_MAX = 60 * 1024;
/** What a customer types, and the explanation that appears. */
const WRONG_FORMS = [
  ['Kraken', 'Private key', 'c2Vjc', 'Private key is incomplete'],
  ['Kraken', 'API key', 'two words', 'API key contains a space'],
  ['Hyperliquid', 'Wallet address', 'b'.repeat(64), 'never its private key'],
  ['Coinbase', 'Private key', 'legacySecret', '-----BEGIN EC PRIVATE KEY-----'],
  ['Coinbase', 'Private key', '-----BEGIN EC PRIVATE KEY-----', 'copy all its lines'],
  ['Hyperliquid', 'Wallet address', '0x1234', '0x and 40 hexadecimal digits'],
  ['Hyperliquid', 'Wallet address', '-----BEGIN EC PRIVATE KEY-----', 'enter the address, never'],
  ['dYdX', 'Wallet address', 'cosmos1', 'dydx1 and 38 characters'],
] as const;

const connect = useConnect();

describe('the Connect page', () => {
  it('names the project, what it reads, and the service that gets the key', async () => {
    const page = await connect.open();
    await page.getByRole('heading', { name: 'Connect an exchange' }).waitFor();
    await expectText(page, /Acme Treasury asks to read one of your accounts/);
    expect(await page.getByRole('main').getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/balances/),
      expect.stringMatching(/networks/),
      expect.stringMatching(/deposits, withdrawals/),
    ]);
    await expectText(page, new URL(connect.service.url).host);
    expect(await page.title()).toBe('Connect an exchange');
  });

  it('shows a name of a project as text', async () => {
    connect.answer({ session: { ...SESSION, projectName: '<b>Acme</b>\u202E' } });
    const page = await connect.open();
    await expectText(page, '<b>Acme</b>');
    expect(await page.locator('.unseen').first().getAttribute('data-code')).toBe('U+202E');
  });

  it('fits and is accessible in every step', async () => {
    connect.answer({
      connection: [
        {
          status: 422,
          problem: { code: 'credentials_rejected', title: 'No', detail: 'Invalid key.' },
        },
        { returnUrl: null },
      ],
    });
    const page = await connect.open({ width: WIDTHS[0], expectedMessages: /status of 422/ });
    await page.getByRole('combobox', { name: 'Exchange' }).click();
    await page.getByRole('option').first().waitFor();
    await expectToFit(page);
    await expectAccessible(page);
    await connectKey(page);
    await page.getByRole('alert').waitFor();
    await expectToFit(page);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Private key' }).fill(SECRET);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expectText(page.getByRole('status'), /Kraken is connected/);
    await expectToFit(page);
    await expectAccessible(page);
  });

  it('is used with the keyboard alone', async () => {
    const page = await connect.open();
    const focused = page.locator(':focus');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused.getAttribute('role')).toBe('combobox');
    await page.keyboard.type('okx');
    await expectText(page, '3 exchanges found');
    await page.keyboard.press('ArrowDown');
    const active = await focused.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).textContent()).toBe('OKX (US)');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.type('krak');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create a key at Kraken' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused.textContent()).toContain('Open Kraken in a new tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(KEY);
    await page.keyboard.press('Tab');
    await page.keyboard.type(SECRET);
    await page.keyboard.press('Tab');
    expect(await focused.textContent()).toBe('Connect');
    await page.keyboard.press('Enter');
    await expectText(page.getByRole('status'), /Kraken is connected/);
    expect(await focused.evaluate((element) => element.tagName)).toBe('MAIN');
  });

  it('chooses the exchange that was searched for with the key Tab', async () => {
    const page = await connect.open();
    await page.getByRole('combobox').focus();
    await page.keyboard.press('ArrowDown');
    await expectText(page, `${CONNECT_EXCHANGES.length} exchanges found`);
    await page.keyboard.type('krak');
    await page.keyboard.press('Tab');
    await page.getByRole('heading', { name: 'Create a key at Kraken' }).waitFor();
    expect(await page.getByRole('combobox').inputValue()).toBe('Kraken');
  });

  it('lists every exchange, and keeps the chosen one if a search is given up', async () => {
    const page = await connect.open();
    const box = page.getByRole('combobox', { name: 'Exchange' });
    await box.click();
    expect(await page.getByRole('option').count()).toBe(CONNECT_EXCHANGES.length);
    await box.fill('nothing like this');
    await expectText(page, 'No exchange has this name');
    await chooseExchange(page, 'Gate');
    await box.fill('kra');
    await page.getByRole('heading', { name: 'Create a key at Gate' }).click();
    expect(await box.inputValue()).toBe('Gate');
  });

  it('shows the guide of the exchange, with a link that opens a new tab', async () => {
    const page = await connect.open();
    await chooseExchange(page, 'Binance');
    const { guide } = CONNECT_EXCHANGES.find(({ id }) => id === 'binance')!;
    for (const text of [...guide.steps, ...guide.needs, ...guide.forbids]) {
      await expectText(page.getByRole('region', { name: 'Create a key at Binance' }), text);
    }
    const link = page.getByRole('link', { name: 'Open Binance in a new tab' });
    expect(await link.getAttribute('href')).toBe(guide.url);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('has a text box for each field of the credentials, empty for another exchange', async () => {
    const page = await connect.open();
    await enterKey(page);
    await chooseExchange(page, 'KuCoin');
    const boxes = page.locator('form').getByRole('textbox');
    expect(await page.getByRole('textbox', { name: 'Passphrase' }).count()).toBe(1);
    for (const box of await boxes.all()) expect(await box.inputValue()).toBe('');
    await chooseExchange(page, 'Coinbase');
    const key = page.getByRole('textbox', { name: 'Private key' });
    expect(await key.evaluate((element) => element.tagName)).toBe('TEXTAREA');
  });

  it('omits the list of exchanges if the session names one', async () => {
    connect.answer({ session: { ...SESSION, exchange: 'bitvavo' } });
    const page = await connect.open();
    await page.getByRole('heading', { name: 'Connect Bitvavo' }).waitFor();
    expect(await page.getByRole('combobox').count()).toBe(0);
    await page.getByRole('textbox', { name: 'API secret' }).waitFor();
  });

  it.each([
    ['stopped', /continues to read your history/],
    [
      'paused',
      /Acme Treasury has paused the account, and reads it with the new key after resuming it/,
    ],
  ] as const)('asks for a new key of a wallet that is %s', async (state, outcome) => {
    const reconnects = { label: 'Main account', state, lastSyncAt: null };
    connect.answer({ session: { ...SESSION, exchange: 'kraken', reconnects } });
    const page = await connect.open();
    await page.getByRole('heading', { name: 'Reconnect Kraken' }).waitFor();
    await expectText(page, /Its history remains/);
    await expectText(page, /Main account/);
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY);
    await page.getByRole('textbox', { name: 'Private key' }).fill(SECRET);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expectText(page.getByRole('status'), outcome);
  });

  it('explains a wrong form while typing', async () => {
    const page = await connect.open();
    for (const [exchange, label, value, explanation] of WRONG_FORMS) {
      await chooseExchange(page, exchange);
      const box = page.getByRole('textbox', { name: label });
      await box.fill(value.slice(0, -1));
      await box.press(value.at(-1)!);
      await expectText(page, explanation);
      expect(await box.getAttribute('aria-invalid')).toBe('true');
      await page.getByRole('button', { name: 'Connect' }).click();
      expect(connect.service.requests.map(({ method }) => method)).not.toContain('POST');
    }
  });

  it('says what is missing, and moves the focus there', async () => {
    const page = await connect.open();
    await page.getByRole('button', { name: 'Connect' }).click();
    await expectText(page, 'Choose the exchange of your account');
    expect(await page.locator(':focus').getAttribute('role')).toBe('combobox');
    await chooseExchange(page, 'Kraken');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expectText(page, 'API key is missing');
    await expectText(page, 'Private key is missing');
    expect(connect.service.requests.map(({ method }) => method)).not.toContain('POST');
  });

  it('is reloaded without losing the session', async () => {
    const page = await connect.open();
    await page.getByRole('combobox').waitFor();
    await page.reload();
    await page.getByRole('combobox').waitFor();
    expect(page.url()).toContain(TOKEN);
  });

  it('works below a path of a proxy', async () => {
    const page = await connect.open();
    await page.goto(`${connect.service.url}${PROXY_PATH}/connect#${TOKEN}`);
    await connectKey(page);
    await expectText(page.getByRole('status'), /Kraken is connected/);
    expect(page.url()).toBe(`${connect.service.url}${PROXY_PATH}/connect`);
  });

  it('reports that the service does not respond, and tries again', async () => {
    const page = await connect.open({ expectedMessages: /ERR_FAILED/ });
    await page.getByRole('combobox').waitFor();
    await page.route('**/connect/api/**', (route) => route.abort());
    await page.reload();
    await expectText(page.getByRole('alert'), 'The service does not respond');
    await page.unroute('**/connect/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('combobox').waitFor();
  });

  it('reports why the service cannot open the session, and tries again', async () => {
    connect.answer({ session: refuse(503, 'store_unavailable') });
    const page = await connect.open({ expectedMessages: /503/ });
    const alert = page.getByRole('alert');
    await expectText(alert, 'Title of store_unavailable');
    await expectText(alert, 'Detail of store_unavailable.');
    connect.answer({});
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('combobox').waitFor();
  });
});

describe('the secrets of a customer', () => {
  it('are only in the body of the request, and the token only in its header', async () => {
    const page = await connect.open();
    await connectKey(page);
    await expectText(page.getByRole('status'), /Kraken is connected/);
    const { requests } = connect.service;
    expect(requests.map(({ authorization }) => authorization)).toEqual(
      requests.map(() => `Bearer ${TOKEN}`),
    );
    expect(JSON.stringify(requests.map(({ url }) => url))).not.toMatch(
      new RegExp(`${TOKEN}|${KEY}|${SECRET}`),
    );
    const posted = requests.filter(({ method }) => method === 'POST');
    expect(posted.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { exchange: 'kraken', credentials: { apiKey: KEY, secret: SECRET } },
    ]);
  });

  it('are not stored in the browser, and the token is removed from the URL at the end', async () => {
    const page = await connect.open();
    await connectKey(page);
    await expectText(page.getByRole('status'), /Kraken is connected/);
    const stored = await page.evaluate(`(async () => [
      localStorage.length,
      sessionStorage.length,
      document.cookie,
      (await indexedDB.databases()).length,
      (await caches.keys()).length,
      JSON.stringify(history.state),
    ])()`);
    expect(stored).toEqual([0, 0, '', 0, 0, 'null']);
    expect(page.url()).toBe(`${connect.service.url}/connect`);
    expect(await page.content()).not.toContain(SECRET);
  });

  it('are neither completed, checked for spelling, shown, nor printed', async () => {
    const page = await connect.open();
    await enterKey(page);
    const form = page.locator('form');
    expect(await form.getAttribute('autocomplete')).toBe('off');
    for (const box of await form.getByRole('textbox').all()) {
      expect(await box.getAttribute('autocomplete')).toBe('off');
      expect(await box.getAttribute('spellcheck')).toBe('false');
    }
    const secret = page.getByRole('textbox', { name: 'Private key' });
    await page.getByRole('textbox', { name: 'API key' }).focus();
    const masks = `getComputedStyle(document.querySelector('#credential-secret')).webkitTextSecurity`;
    expect(await page.evaluate(masks)).toBe('disc');
    expect(await secret.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#credential-secret').isVisible()).toBe(false);
  });
});

describe('the files of the page', () => {
  it('are at most 60 KB, compressed, with the list of exchanges', async () => {
    const folder = await findConnectFolder();
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => /\.(?:html|js|css|svg)$/.test(name));
    const list = Buffer.from(JSON.stringify({ items: CONNECT_EXCHANGES }));
    const contents = [...files.map((name) => readFileSync(join(folder, name))), list];
    for (const compress of [brotliCompressSync, gzipSync]) {
      const bytes = contents.reduce((sum, content) => sum + compress(content).length, 0);
      expect(bytes).toBeLessThanOrEqual(PAGE_BYTES_MAX);
    }
  });

  it('contain no inline script or style, and have relative addresses', async () => {
    const html = readFileSync(join(await findConnectFolder(), 'connect.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\son\w+=/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address).toMatch(/^\.\/connect\//);
  });
});
