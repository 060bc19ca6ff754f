import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

import { NOW_MS } from '../http/service-harness.ts';

/** The time of day of the browser: three minutes after {@link NOW_MS}. */
const BROWSER_NOW_MS = NOW_MS + 180_000;
/** Maximum time until an element appears. */
const WAIT_MS = 10_000;

/**
 * Contexts of a browser for the pages of one service. All pages of a shared context run in one process
 * (`--process-per-site`), which saves an eighth of the time of all tests of the explorer.
 */
export class SharedContexts {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #shared = new Map<string, Promise<BrowserContext>>();
  readonly #created: BrowserContext[] = [];

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** Returns the context with these options, and creates it at the first call. */
  share(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const context = this.#shared.get(key) ?? this.#createShared(options);
    this.#shared.set(key, context);
    return context;
  }

  async #createShared(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.create(options);
    // A process ends with its last page.
    const page = await context.newPage();
    await page.goto(`${this.#url}/livez`);
    return context;
  }

  /** Returns a context that is not shared. */
  async create(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...options,
    });
    this.#created.push(context);
    context.setDefaultTimeout(WAIT_MS);
    await context.clock.setFixedTime(BROWSER_NOW_MS);
    return context;
  }

  async close(): Promise<void> {
    for (const context of this.#created) await context.close();
  }
}
