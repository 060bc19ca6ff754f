/** Opens every page of the built site in the browser of the tests. */
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

import { type Browser, chromium, type Page } from 'playwright-core';

import { launchBrowser } from '../test/explorer/chromium.ts';
import { SITE_PAGES } from './site-pages.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** CSS pixels: a desktop and a phone. */
const WIDTHS = [1280, 390];

/**
 * Opens every page. Sets the exit code to 1 if a page requests something from another host,
 * fails to load something, has an error, has a link without a target, or is wider than its window.
 *
 * @param folder the HTML of the site.
 */
export async function checkSite(folder: string): Promise<void> {
  const server = serve(folder);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browserServer = await launchBrowser();
  try {
    const browser = await chromium.connect(browserServer.wsEndpoint());
    const findings = await openPages(browser, url);
    for (const finding of findings) process.stderr.write(`${finding}\n`);
    if (findings.length > 0) process.exitCode = 1;
    else process.stdout.write(`checked ${SITE_PAGES.length} pages in ${folder}\n`);
  } finally {
    await browserServer.close();
    server.close();
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
  for (const sitePage of SITE_PAGES) {
    name = sitePage.name;
    await page.goto(`${url}${name}.html`, { waitUntil: 'networkidle' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate<number>(READ_OVERFLOW);
      if (overflow > 0) report(`is ${overflow} pixels wider than ${width}`);
    }
    const { missing, links } = await page.evaluate<PageLinks>(READ_LINKS);
    for (const anchor of missing) report(`has no ${anchor}`);
    await checkLinks(page, links, report);
  }
  return findings;
}

const READ_OVERFLOW = `
  document.documentElement.scrollWidth - document.documentElement.clientWidth`;

/** The links of a page to this site. */
interface PageLinks {
  /** Anchors on the page to which it links and that do not exist. */
  readonly missing: readonly string[];
  /** The addresses without fragments. */
  readonly links: readonly string[];
}

const READ_LINKS = `(() => {
  const links = [...document.querySelectorAll('a[href]')]
    .filter(({ origin }) => origin === location.origin);
  const own = links.filter(({ pathname, hash }) => pathname === location.pathname && hash !== '');
  const exists = ({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))) !== null;
  return {
    missing: own.filter((link) => !exists(link)).map(({ hash }) => hash),
    links: [...new Set(links.map(({ origin, pathname }) => origin + pathname))],
  };
})()`;

async function checkLinks(
  page: Page,
  links: readonly string[],
  report: (finding: string) => void,
): Promise<void> {
  for (const link of links) {
    const response = await page.request.head(link);
    if (!response.ok()) report(`links to ${link}`);
  }
}

/** Serves the files of a folder on loopback. */
function serve(folder: string): Server {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type });
    createReadStream(path).pipe(response);
  });
  return server.listen(0, '127.0.0.1');
}
