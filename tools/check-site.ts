/** Opens every page of the built site in the browser of the tests. */
import { type Browser, chromium } from 'playwright-core';
import { preview } from 'vite';

import { launchBrowser } from '../test/explorer/chromium.ts';
import { SITE_PAGES } from './site-pages.ts';

/** CSS pixels: a desktop and a phone. */
const WIDTHS = [1280, 390];
const READ_OVERFLOW = `
  document.documentElement.scrollWidth - document.documentElement.clientWidth`;

/**
 * Opens every page. Sets the exit code to 1 if a page requests something from another host, fails to load something,
 * has an error, or is wider than its window. VitePress refuses links to missing pages, and `test/docs/links.test.ts`
 * links to missing headings.
 *
 * @param folder the HTML of the site.
 */
export async function checkSite(folder: string): Promise<void> {
  const server = await preview({
    configFile: false,
    appType: 'mpa',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browserServer = await launchBrowser();
  try {
    const browser = await chromium.connect(browserServer.wsEndpoint());
    const findings = await openPages(browser, server.resolvedUrls?.local[0] ?? '');
    for (const finding of findings) process.stderr.write(`${finding}\n`);
    if (findings.length > 0) process.exitCode = 1;
    else process.stdout.write(`checked ${SITE_PAGES.length} pages in ${folder}\n`);
  } finally {
    await browserServer.close();
    await server.close();
  }
}

/** Returns the findings of all pages. */
async function openPages(browser: Browser, url: string): Promise<readonly string[]> {
  const page = await browser.newPage();
  const findings: string[] = [];
  let name = '';
  const report = (finding: string): void => void findings.push(`${name}: ${finding}`);
  page.on('pageerror', (error) => report(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') report(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) {
      report(`requests ${request.url()}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400) report(`${response.status()} for ${response.url()}`);
  });
  name = 'llms.txt';
  const index = await (await fetch(`${url}llms.txt`)).text();
  for (const [, linked = ''] of index.matchAll(/\]\(([^)]+)\)/g)) {
    name = linked;
    const { headers } = await fetch(url + linked);
    if (headers.get('content-type')?.startsWith('text/markdown') !== true) report('is not served');
  }
  for (const sitePage of SITE_PAGES) {
    name = sitePage.name;
    await page.goto(`${url}${name}.html`, { waitUntil: 'networkidle' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate<number>(READ_OVERFLOW);
      if (overflow > 0) report(`is ${overflow} pixels wider than ${width}`);
    }
  }
  return findings;
}
