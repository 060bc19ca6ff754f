/**
 * Writes a picture of each view of the explorer, and of the reference, into `docs/images/`: `npm run
 * screenshots`. The pictures show `teller demo` in the browser of the tests.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
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

/** A picture of a page, and the element that must be visible before it is taken. */
interface Shot {
  readonly name: string;
  /** The page and its fragment, after the slash of the service. */
  readonly path: string;
  /** True if no wallet is connected. */
  readonly isAnonymous?: boolean;
  readonly prepare: (page: Page) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  {
    name: 'connect',
    path: '#/connect',
    isAnonymous: true,
    prepare: (page) => page.getByLabel('API key').waitFor(),
  },
  {
    name: 'balances',
    path: '#/balances',
    prepare: (page) => page.getByRole('button', { name: 'Networks of ADA' }).click(),
  },
  {
    name: 'send',
    path: '#/send?address=0x52908400098527886E0F7030069857D2E4169EE7&amount=10',
    prepare: (page) => page.getByRole('heading', { name: 'Possible withdrawals' }).waitFor(),
  },
  {
    name: 'transactions',
    path: '#/transactions',
    prepare: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'activity',
    path: '#/activity',
    prepare: (page) => page.getByRole('figure').locator('canvas').waitFor(),
  },
  { name: 'docs', path: 'docs#listTransactions', prepare: openForm },
];

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

async function takePicture(browser: Browser, demoUrl: string, shot: Shot): Promise<void> {
  const context = await browser.newContext(WINDOW);
  try {
    const page = await context.newPage();
    if (shot.isAnonymous !== true) await page.goto(demoUrl);
    await page.goto(new URL(shot.path, demoUrl).href);
    await shot.prepare(page);
    const session = await context.newCDPSession(page);
    const options = { format: 'webp', quality: WEBP_QUALITY } as const;
    const { data } = await session.send('Page.captureScreenshot', options);
    const path = `${IMAGES}${shot.name}.webp`;
    const picture = Buffer.from(data, 'base64');
    writeFileSync(path, picture);
    process.stdout.write(`wrote docs/images/${shot.name}.webp (${picture.length} bytes)\n`);
  } finally {
    await context.close();
  }
}

/** Returns the link that connects the explorer to the wallet of the demo. */
async function readDemoUrl(demo: ChildProcess): Promise<string> {
  if (demo.stdout === null) throw new Error('the demo has no output');
  const lines = createInterface({ input: demo.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  return (JSON.parse(line) as { explorerUrl: string }).explorerUrl;
}

mkdirSync(IMAGES, { recursive: true });
const demo = spawn(`${ROOT}bin/teller`, ['demo', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const server = await launchBrowser();
try {
  const demoUrl = await readDemoUrl(demo);
  const browser = await chromium.connect(server.wsEndpoint());
  await waitForHistory(browser, demoUrl);
  for (const shot of SHOTS) await takePicture(browser, demoUrl, shot);
} finally {
  await server.close();
  demo.kill('SIGINT');
}
