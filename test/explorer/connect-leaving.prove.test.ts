/** The Connect page: how a customer leaves it, and who is notified. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectAccessible } from './accessibility.ts';
import { connectKey, enterKey, refuse, SESSION, useConnect } from './connect-harness.ts';
import { startProduct, TOKEN } from './connect-service.ts';
import { expectText } from './explorer-harness.ts';

/** A page of the operator that lists the messages that it receives. */
const PRODUCT_PAGE = `<!doctype html><title>Product</title><script>
  window.received = [];
  addEventListener('message', ({ origin, data }) => window.received.push({ origin, data }));
</script>`;

const FOREIGN_URLS = [
  'javascript:alert(1)',
  'data:text/html,hello',
  'https://elsewhere.example/back',
  'not a URL',
];

const connect = useConnect();
let product: Awaited<ReturnType<typeof startProduct>>;
let stranger: Awaited<ReturnType<typeof startProduct>>;

beforeAll(async () => {
  product = await startProduct(PRODUCT_PAGE);
  stranger = await startProduct(PRODUCT_PAGE);
});
afterAll(async () => {
  await product.stop();
  await stranger.stop();
});

function answerWithReturn(returnUrl: string): void {
  connect.answer({
    session: { ...SESSION, returnOrigin: product.url },
    connection: [{ returnUrl }],
    cancel: { returnUrl: `${product.url}/back?session=${SESSION.id}&state=canceled` },
  });
}

/** Opens the page as a pop-up of another page. */
async function openPopUp(
  openerUrl: string,
  expected = /target origin/,
): Promise<{ opener: Page; popUp: Page }> {
  const origins = [product.url, stranger.url];
  const opener = await (await connect.context()).newPage();
  connect.watch(opener, { origins, expectedMessages: /404|target origin/ });
  await opener.goto(openerUrl);
  const opened = opener.waitForEvent('popup');
  await opener.evaluate(`void open('${connect.service.url}/connect#${TOKEN}', '', 'popup')`);
  const popUp = await opened;
  connect.watch(popUp, { origins, expectedMessages: expected });
  return { opener, popUp };
}

describe('a connected customer', () => {
  it('returns to the product, and not to the used session by the back button', async () => {
    const returnUrl = `${product.url}/back?tab=2&session=${SESSION.id}&state=connected`;
    answerWithReturn(returnUrl);
    const page = await connect.open({ origins: [product.url], expectedMessages: /404/ });
    await expectText(page, `return to ${new URL(product.url).host}`);
    await connectKey(page);
    await expectText(page.getByRole('status'), /Kraken is connected/);
    const link = page.getByRole('link', { name: `Return to ${new URL(product.url).host}` });
    expect(await link.getAttribute('href')).toBe(returnUrl);
    await page.waitForURL(returnUrl);
    expect(await page.evaluate('document.referrer')).toBe('');
    await page.goBack();
    expect(page.url()).not.toContain('/connect');
  });

  it('returns by the link, and not to the used session by the back button', async () => {
    answerWithReturn(`${product.url}/back`);
    const page = await connect.open({ origins: [product.url], expectedMessages: /404/ });
    await connectKey(page);
    await page.getByRole('link', { name: 'Return to' }).click();
    await page.waitForURL(`${product.url}/back`);
    await page.goBack();
    expect(page.url()).not.toContain('/connect');
  });

  it('is not led to a page of another origin, or to a script', async () => {
    const pages: Page[] = [];
    for (const returnUrl of FOREIGN_URLS) {
      answerWithReturn(returnUrl);
      const page = await connect.open();
      pages.push(page);
      await connectKey(page);
      await expectText(page, 'You can close this page.');
      expect(await page.getByRole('link').count()).toBe(0);
    }
    // Longer than the time to read the message.
    await pages[0]!.waitForTimeout(2500);
    for (const page of pages) expect(page.url()).toBe(`${connect.service.url}/connect`);
  });
});

describe('a customer whose response was lost', () => {
  it('is connected, and returns to the product', async () => {
    const returnUrl = `${product.url}/back?session=${SESSION.id}&state=connected`;
    answerWithReturn(returnUrl);
    const { opener, popUp } = await openPopUp(product.url, /ERR_FAILED/);
    await popUp.route('**/connection', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      connect.answer({
        session: { ...SESSION, returnOrigin: product.url, connected: { returnUrl } },
      });
      return route.abort();
    });
    await connectKey(popUp);
    await expectText(popUp.getByRole('status'), 'The account is connected');
    const data = { type: 'wallet-teller-connect', session: SESSION.id, state: 'connected' };
    const received = [{ origin: connect.service.url, data }];
    await expect.poll(() => opener.evaluate('received')).toEqual(received);
    await popUp.getByRole('link', { name: 'Return to' }).click();
    await popUp.waitForURL(returnUrl);
  });

  it('is connected after another attempt, or after the page was loaded again', async () => {
    const page = await connect.open({ expectedMessages: /ERR_FAILED|410/ });
    await page.getByRole('combobox').waitFor();
    await page.route('**/api/*', (route) => route.abort());
    await connectKey(page);
    await expectText(page.getByRole('alert'), 'The service does not respond');
    await page.unroute('**/api/*');
    const connected = { returnUrl: null };
    connect.answer({
      session: { ...SESSION, connected },
      connection: [refuse(410, 'session_used')],
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectText(page.getByRole('status'), 'The account is connected');
    const reloaded = await connect.open();
    await expectText(reloaded.getByRole('status'), 'The account is connected');
    expect(reloaded.url()).toBe(`${connect.service.url}/connect`);
  });
});

describe('a pop-up', () => {
  it('posts the end of the session to its opener, and remains until it is closed', async () => {
    answerWithReturn(`${product.url}/back`);
    const { opener, popUp } = await openPopUp(product.url);
    await connectKey(popUp);
    await expectText(popUp.getByRole('status'), /Kraken is connected/);
    await expect
      .poll(() => opener.evaluate('received'))
      .toEqual([
        {
          origin: connect.service.url,
          data: { type: 'wallet-teller-connect', session: SESSION.id, state: 'connected' },
        },
      ]);
    await expectAccessible(popUp);
    const closed = popUp.waitForEvent('close');
    const button = popUp.getByRole('button', { name: 'Close this window' });
    // The window may close before the browser has confirmed the click, which then fails.
    await Promise.all([closed, button.click().catch(() => undefined)]);
  });

  it('posts nothing to an opener of another origin', async () => {
    answerWithReturn(`${product.url}/back`);
    const { opener, popUp } = await openPopUp(stranger.url);
    await connectKey(popUp);
    await popUp.getByRole('button', { name: 'Close this window' }).waitFor();
    expect(await opener.evaluate('received')).toEqual([]);
    // The customer may be in a tab that another page has opened.
    await expectAccessible(popUp);
    await popUp.getByRole('link', { name: `Return to ${new URL(product.url).host}` }).click();
    await popUp.waitForURL(`${product.url}/back`);
  });

  it('posts nothing if the session has no page to return to', async () => {
    const { opener, popUp } = await openPopUp(product.url);
    await connectKey(popUp);
    await expectText(popUp, 'You can close this page.');
    expect(await opener.evaluate('received')).toEqual([]);
  });
});

describe('a customer who cancels', () => {
  it('ends the session and returns', async () => {
    answerWithReturn('');
    const page = await connect.open({ origins: [product.url], expectedMessages: /404/ });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectText(page.getByRole('status'), /Canceled/);
    expect(connect.service.requests.map(({ method }) => method)).toContain('DELETE');
    await page.waitForURL(`${product.url}/back?session=${SESSION.id}&state=canceled`);
  });

  it('returns after a second click, and sends neither a second request nor a key', async () => {
    answerWithReturn('');
    const page = await connect.open({ origins: [product.url], expectedMessages: /404/ });
    await enterKey(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/session', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Cancel' }).dblclick({ force: true });
    await page.getByRole('button', { name: 'Connect' }).click({ force: true });
    held.resolve();
    await page.waitForURL(`${product.url}/back?session=${SESSION.id}&state=canceled`);
    const methods = connect.service.requests.map(({ method }) => method);
    expect(methods.filter((method) => method !== 'GET')).toEqual(['DELETE']);
  });

  it('tries again if the service refuses', async () => {
    connect.answer({ cancel: refuse(503, 'store_unavailable') });
    const page = await connect.open({ expectedMessages: /503/ });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectText(page.getByRole('alert'), 'Title of store_unavailable');
    connect.answer({});
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectText(page.getByRole('status'), /Canceled/);
  });

  it('tries to cancel again if the service did not respond, and sends no key', async () => {
    const page = await connect.open({ expectedMessages: /ERR_FAILED/ });
    await enterKey(page);
    await page.route('**/session', (route) => route.abort());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectText(page.getByRole('alert'), 'The service does not respond');
    await page.unroute('**/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectText(page.getByRole('status'), 'Canceled. No account was connected');
    expect(connect.service.requests.map(({ method }) => method)).not.toContain('POST');
  });

  it('keeps the old key of a wallet', async () => {
    const reconnects = { label: 'Main account', state: 'stopped', lastSyncAt: null } as const;
    connect.answer({ session: { ...SESSION, exchange: 'kraken', reconnects } });
    const page = await connect.open();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectText(page.getByRole('status'), 'Canceled. The key was not replaced');
  });
});
