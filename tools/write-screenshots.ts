/**
 * Writes a picture of each view of the explorer, and of the reference, into `docs/images/`: `npm run
 * screenshots`. The pictures show `teller demo` in the browser of the tests.
 */
import { writeFileSync } from 'node:fs';

import { type Browser, chromium, type Page } from 'playwright-core';

import { WalletTellerManagement } from '../client/src/index.ts';
import { launchBrowser } from '../test/explorer/chromium.ts';
import { ROOT } from './files.ts';
import { type Demo, withDemo } from './start-demo.ts';

/** The window is in CSS pixels, which are pixels of the picture too. */
const WINDOW = {
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  locale: 'en-GB',
  timezoneId: 'UTC',
} as const;
/** Percent: text stays sharp, and a picture has less than 50 KB. */
const WEBP_QUALITY = 80;
/** The time limit of {@link waitForHistory}: the page re-reads the balances every minute. */
const HISTORY_MS_MAX = 150_000;
/** Until the key of the added wallet was refused. */
const REFRESH_MS = 500;
const REFRESHES_MAX = 60;

/** A page and its fragment, after the slash of the service, and what is visible before its picture is taken. */
type Shot = readonly [path: string, prepare: (page: Page) => Promise<void>];

/** The pictures by name. */
const SHOTS: Readonly<Record<string, Shot>> = {
  connect: ['#/connect', (page) => page.getByLabel('API key').waitFor()],
  balances: ['#/balances', (page) => page.getByRole('button', { name: 'Networks of ADA' }).click()],
  send: [
    '#/send?address=0x52908400098527886E0F7030069857D2E4169EE7&amount=10',
    (page) => page.getByRole('heading', { name: 'Possible withdrawals' }).waitFor(),
  ],
  transactions: ['#/transactions', (page) => page.getByRole('table').waitFor()],
  transaction: [
    '#/transactions?asset=DOGE&type=withdrawal&status=completed',
    async (page) => {
      await page.locator('.time-link').first().click();
      await page.getByText('Identifier').waitFor();
    },
  ],
  activity: ['#/activity', (page) => page.getByRole('figure').locator('canvas').waitFor()],
  docs: ['docs#listTransactions', openForm],
};

/** Sends the request of the first form. */
async function openForm(page: Page): Promise<void> {
  const section = page.locator('#listTransactions');
  await section.locator('summary').click();
  await section.getByLabel('limit').fill('2');
  await section.getByRole('button', { name: 'Send' }).click();
  await section.getByText('200 OK').waitFor();
  await page.evaluate("document.querySelector('#listTransactions summary').scrollIntoView()");
}

/** Waits until the demo has read the whole history: the views report it until then. */
async function waitForHistory(browser: Browser, demoUrl: string): Promise<void> {
  const page = await browser.newPage(WINDOW);
  await page.goto(demoUrl);
  await page.getByRole('table').waitFor();
  const notice = page.getByText('The history is still being read');
  await notice.waitFor({ state: 'detached', timeout: HISTORY_MS_MAX });
  await page.close();
}

/** Takes the pictures of the page of the management API: two wallets more, and the one whose key was refused. */
async function takeOperatorPictures(browser: Browser, demo: Demo): Promise<void> {
  const { manageUrl: baseUrl, manageKey, customer } = demo;
  const management = new WalletTellerManagement({ baseUrl, manageKey });
  const { wallets } = management.project(demo.projectId);
  await wallets.create({ ...customer, label: 'Acme Treasury', externalId: 'customer-4711' });
  const refused = { exchange: 'kraken', credentials: { apiKey: 'deleted', secret: 'AAAA' } };
  const named = { label: 'Globex', externalId: 'customer-4712', check: 'later' } as const;
  const { id } = await wallets.create({ ...refused, ...named });
  const page = await browser.newPage(WINDOW);
  await page.goto(baseUrl);
  await page.getByLabel('Management key').fill(manageKey);
  await page.getByRole('button', { name: 'Show the wallets' }).click();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const stopped = page.locator('.badge', { hasText: 'Stopped' });
  for (let at = 0; at < REFRESHES_MAX && (await stopped.count()) === 0; at += 1) {
    await refresh.click();
    await page.waitForTimeout(REFRESH_MS);
  }
  await capture(page, 'operator');
  await page.goto(`${baseUrl}/#/wallet?wallet=${id}`);
  await page.getByText('The synchronisation failed').waitFor();
  await capture(page, 'operator-wallet');
  await page.close();
}

async function capture(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const options = { format: 'webp', quality: WEBP_QUALITY } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  writeFileSync(`${ROOT}/docs/images/${name}.webp`, Buffer.from(data, 'base64'));
}

const server = await launchBrowser();
try {
  const browser = await chromium.connect(server.wsEndpoint());
  await withDemo(async (demo) => {
    const { explorerUrl } = demo;
    await waitForHistory(browser, explorerUrl);
    for (const [name, [path, prepare]] of Object.entries(SHOTS)) {
      const page = await browser.newPage(WINDOW);
      // The page of connections is shown without one.
      if (name !== 'connect') await page.goto(explorerUrl);
      await page.goto(new URL(path, explorerUrl).href);
      await prepare(page);
      await capture(page, name);
      await page.close();
    }
    await takeOperatorPictures(browser, demo);
  });
} finally {
  await server.close();
}
