/**
 * Writes a picture of each view of the explorer, and of the reference, into `docs/images/`: `npm run
 * screenshots`. The pictures show `teller demo` in the browser of the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type Browser, chromium, type Page } from 'playwright-core';

import { launchBrowser } from '../test/explorer/chromium.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
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

/** A page and its fragment, after the slash of the service, and what is visible before its picture is taken. */
interface Shot {
  readonly path: string;
  readonly prepare: (page: Page) => Promise<void>;
}

/** The pictures by name. */
const SHOTS: Readonly<Record<string, Shot>> = {
  connect: { path: '#/connect', prepare: (page) => page.getByLabel('API key').waitFor() },
  balances: {
    path: '#/balances',
    prepare: (page) => page.getByRole('button', { name: 'Networks of ADA' }).click(),
  },
  send: {
    path: '#/send?address=0x52908400098527886E0F7030069857D2E4169EE7&amount=10',
    prepare: (page) => page.getByRole('heading', { name: 'Possible withdrawals' }).waitFor(),
  },
  transactions: {
    path: '#/transactions',
    prepare: (page) => page.getByRole('table').waitFor(),
  },
  activity: {
    path: '#/activity',
    prepare: (page) => page.getByRole('figure').locator('canvas').waitFor(),
  },
  docs: { path: 'docs#listTransactions', prepare: openForm },
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

async function takePicture(
  browser: Browser,
  demoUrl: string,
  [name, { path, prepare }]: [string, Shot],
): Promise<void> {
  const context = await browser.newContext(WINDOW);
  const page = await context.newPage();
  // The page of connections is shown without one.
  if (name !== 'connect') await page.goto(demoUrl);
  await page.goto(new URL(path, demoUrl).href);
  await prepare(page);
  const session = await context.newCDPSession(page);
  const options = { format: 'webp', quality: WEBP_QUALITY } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  writeFileSync(`${IMAGES}${name}.webp`, Buffer.from(data, 'base64'));
  await context.close();
}

const demo = spawn(`${ROOT}bin/teller`, ['demo', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const server = await launchBrowser();
try {
  const [line] = (await once(demo.stdout, 'data')) as [Buffer];
  const { explorerUrl: demoUrl } = JSON.parse(line.toString()) as { explorerUrl: string };
  const browser = await chromium.connect(server.wsEndpoint());
  await waitForHistory(browser, demoUrl);
  for (const shot of Object.entries(SHOTS)) await takePicture(browser, demoUrl, shot);
} finally {
  await server.close();
  demo.kill('SIGINT');
}
