/** The Connect page: every answer to a key and to a session. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { ConnectProblem } from '../../src/domain/connect.ts';
import { expectAccessible } from './accessibility.ts';
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
import { TOKEN } from './connect-service.ts';
import { expectText } from './explorer-harness.ts';

const connect = useConnect();

/** Refused requests are logged by the browser. */
const REFUSED = { expectedMessages: /status of 4\d\d|status of 503/ };

function valueOf(page: Page, label: string): Promise<string> {
  return page.getByRole('textbox', { name: label }).inputValue();
}

/** Refusals of a key, and what the page says of each. */
const REFUSALS: readonly (readonly [number, string, Partial<ConnectProblem>, readonly RegExp[]])[] =
  [
    [422, 'credentials_rejected', {}, [/Kraken does not accept the key/, /enter it again/]],
    [
      422,
      'credentials_rejected',
      { reason: 'wrong_credentials' },
      [/Kraken does not accept the key/, /copied from end to end/],
    ],
    [
      422,
      'credentials_rejected',
      { reason: 'missing_right' },
      [/The key lacks a right/, /Funds: Query; Data: Query ledger entries/],
    ],
    [
      422,
      'credentials_rejected',
      { reason: 'address_not_allowed', addresses: ['192.0.2.7', '192.0.2.8'] },
      [/only works from other IP addresses/, /Allow 192\.0\.2\.7, 192\.0\.2\.8, or remove/],
    ],
    [
      422,
      'credentials_rejected',
      { reason: 'address_not_allowed' },
      [/only works from other IP addresses/, /Remove the list of IP addresses/],
    ],
    [
      422,
      'credentials_too_powerful',
      { rights: ['trade', 'withdraw'] },
      [/may do more than read/, /trade and withdraw/, /Funds: Withdraw/],
    ],
    [
      409,
      'already_connected',
      { wallet: { state: 'synced' } },
      [/already connected/, /nothing to do/],
    ],
    [
      409,
      'already_connected',
      { wallet: { state: 'stopped' } },
      [/already connected/, /ask Acme Treasury for a link/],
    ],
    [
      409,
      'already_connected',
      { wallet: { state: 'failing' } },
      [/already connected/, /last reading failed, and Acme Treasury retries it/],
    ],
    [
      409,
      'already_connected',
      { wallet: { state: 'paused' } },
      [/already connected/, /Acme Treasury has paused it/],
    ],
    [422, 'credentials_too_powerful', {}, [/may do more than read/, /may trade or withdraw/]],
    [500, 'internal', {}, [/Title of internal/, /Ask Acme Treasury for help/]],
  ];

describe('a refused key', () => {
  it('is explained, and the form keeps what was entered except for secrets', async () => {
    const refused = REFUSALS.map(([status, code, problem]) => refuse(status, code, problem));
    connect.answer({ connection: refused });
    const page = await connect.open({ expectedMessages: /status of (?:4\d\d|500)/ });
    await enterKey(page);
    const alert = page.getByRole('alert');
    for (const [, code, , texts] of REFUSALS) {
      await page.getByRole('textbox', { name: 'Private key' }).fill(SECRET);
      await page.getByRole('button', { name: 'Connect' }).click();
      for (const text of [...texts, `Detail of ${code}.`]) await expectText(alert, text);
      expect(await alert.count()).toBe(1);
      expect(await page.getByRole('combobox').inputValue()).toBe('Kraken');
      expect(await valueOf(page, 'API key')).toBe(KEY);
      expect(await valueOf(page, 'Private key')).toBe('');
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
  });

  it('is marked at the fields that the service lists', async () => {
    const errors = [{ parameter: 'apiKey', message: 'is a placeholder' }];
    connect.answer({ connection: [refuse(422, 'credentials_malformed', { errors })] });
    const page = await connect.open(REFUSED);
    await connectKey(page);
    await expectText(page.getByRole('alert'), 'A part of the key cannot be right');
    await expectText(page, 'API key is a placeholder');
    const box = page.getByRole('textbox', { name: 'API key' });
    expect(await box.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await box.fill('another');
    expect(await box.getAttribute('aria-invalid')).toBe('false');
  });

  it('is corrected and accepted', async () => {
    connect.answer({
      connection: [refuse(422, 'credentials_rejected'), { returnUrl: null }],
    });
    const page = await connect.open(REFUSED);
    await connectKey(page);
    await page.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Private key' }).fill(SECRET);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expectText(page.getByRole('status'), /Kraken is connected/);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is sent without white space around it, and a private key with its lines', async () => {
    const page = await connect.open();
    await chooseExchange(page, 'Coinbase');
    await page.getByRole('textbox', { name: 'API key name' }).fill(' organizations/a/apiKeys/b ');
    const pem = String.raw`-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----\n`;
    await page.getByRole('textbox', { name: 'Private key' }).fill(pem);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expectText(page.getByRole('status'), /Coinbase is connected/);
    const { body } = connect.service.requests.find(({ method }) => method === 'POST')!;
    expect(JSON.parse(body)).toEqual({
      exchange: 'coinbase',
      credentials: {
        apiKey: 'organizations/a/apiKeys/b',
        secret: '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----',
      },
    });
  });
});

describe('a key that was not checked', () => {
  it.each([
    [503, 'exchange_unavailable', /Kraken does not respond/],
    [429, 'rate_limited', /Wait 30 seconds/],
    [409, 'session_busy', /still in the form/],
    [503, 'overloaded', /still in the form/],
    [503, 'store_unavailable', /still in the form/],
  ])('is sent again, %i %s', async (status, code, text) => {
    connect.answer({ connection: [refuse(status, code), { returnUrl: null }] });
    const page = await connect.open(REFUSED);
    await connectKey(page);
    await expectText(page.getByRole('alert'), text);
    expect(await valueOf(page, 'Private key')).toBe(SECRET);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectText(page.getByRole('status'), /Kraken is connected/);
  });

  it.each([
    ['1', 'Wait a second'],
    ['600', 'Wait 10 minutes'],
    [undefined, 'Wait a minute'],
  ])('can be sent again after a wait, retry-after %s', async (retryAfter, text) => {
    const page = await connect.open(REFUSED);
    await page.getByRole('combobox').waitFor();
    const { status, problem } = refuse(429, 'rate_limited');
    await page.route('**/connection', (route) =>
      route.fulfill({
        status,
        headers: {
          'content-type': 'application/problem+json',
          ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
        },
        body: JSON.stringify(problem),
      }),
    );
    await connectKey(page);
    await expectText(page.getByRole('alert'), text);
  });

  it('is sent again after a proxy has responded in place of the service', async () => {
    const page = await connect.open({ expectedMessages: /502/ });
    await page.getByRole('combobox').waitFor();
    const body = '<h1>Bad gateway</h1>';
    await page.route('**/connection', (route) => route.fulfill({ status: 502, body }));
    await connectKey(page);
    await expectText(page.getByRole('alert'), 'The service does not respond');
    expect(await valueOf(page, 'Private key')).toBe(SECRET);
    await page.unroute('**/connection');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectText(page.getByRole('status'), /Kraken is connected/);
  });

  it('is sent again after the service did not respond', async () => {
    const page = await connect.open({ expectedMessages: /ERR_FAILED/ });
    await page.getByRole('combobox').waitFor();
    await page.route('**/connection', (route) => route.abort());
    await connectKey(page);
    await expectText(page.getByRole('alert'), 'The service does not respond');
    await page.unroute('**/connection');
    // What is in the form now is sent, not what was in it before.
    await page.getByRole('textbox', { name: 'API key' }).fill('another');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectText(page.getByRole('status'), /Kraken is connected/);
    const { body } = connect.service.requests.find(({ method }) => method === 'POST')!;
    expect(body).toContain('"another"');
  });
});

describe('a check that takes some time', () => {
  it('shows its steps, sends the key once, and ends', async () => {
    connect.answer({ steps: ['exchange', 'permissions', 'balances'] });
    const page = await connect.open();
    await connectKey(page);
    const status = page.getByRole('status');
    await expectText(status, /Checking at Kraken: reading what the key may do/);
    const button = page.getByRole('button', { name: 'Connect' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    await expectText(status, /reading the balances/);
    await expectText(status, /Kraken is connected/);
    const posted = connect.service.requests.filter(({ method }) => method === 'POST');
    expect(posted).toHaveLength(1);
  });

  it('ends with a refusal, also if a request for its step was lost', async () => {
    connect.answer({
      connection: [refuse(422, 'credentials_rejected')],
      steps: ['exchange', 'permissions'],
    });
    const page = await connect.open({ expectedMessages: /ERR_FAILED|422/ });
    let lost = 0;
    await page.route('**/connection', (route) => {
      if (route.request().method() === 'POST' || lost > 0) return route.continue();
      lost += 1;
      return route.abort();
    });
    await connectKey(page);
    await expectText(page.getByRole('alert'), 'Kraken does not accept the key');
    expect(lost).toBe(1);
    expect(await page.getByRole('status').textContent()).toBe('');
  });
});

describe('a session that has ended', () => {
  it.each([
    [410, 'session_expired', 'This link has expired'],
    [410, 'session_used', 'This link was used already'],
    [410, 'session_canceled', 'This link was canceled'],
    [401, 'session_not_found', 'This link is not valid'],
  ])('is explained when the page is opened, %i %s', async (status, code, title) => {
    connect.answer({ session: refuse(status, code) });
    const page = await connect.open(REFUSED);
    await expectText(page.getByRole('alert'), title);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await expectAccessible(page);
  });

  it.each(['', 'unknown', 'a b\u00e9%'])('has no form for the token %j', async (token) => {
    const page = await connect.open({ ...REFUSED, token });
    await expectText(page.getByRole('alert'), 'This link is not valid');
  });

  it('is explained when the key is sent too late', async () => {
    connect.answer({ connection: [refuse(410, 'session_expired')] });
    const page = await connect.open(REFUSED);
    await connectKey(page);
    await expectText(page.getByRole('alert'), 'This link has expired');
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.content()).not.toContain(SECRET);
  });

  it('is replaced by another link in the same tab', async () => {
    connect.answer({ session: SESSION });
    const page = await connect.open({ ...REFUSED, token: 'unknown' });
    await page.getByRole('alert').waitFor();
    await page.goto(`${connect.service.url}/connect#${TOKEN}`);
    await page.getByRole('combobox').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
