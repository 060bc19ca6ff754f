/** A real service with the built page, and a real browser that fails the test on any message. */
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';

import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

import type { AssetBalance } from '../../src/domain/balance.ts';
import type { Store } from '../../src/store/store.ts';
import type { RefreshOutcome } from '../../src/store/sync.ts';
import {
  MASTER_KEY,
  NOW_MS,
  type HarnessOptions,
  type ServiceHarness,
  startService,
} from '../http/service-harness.ts';
import { createTenant, type Tenant, type WalletContent } from '../http/tenants.ts';
import type { ExplorerPart } from './browser-setup.ts';
import { SharedContexts } from './shared-contexts.ts';

/**
 * Maximum time of {@link useExplorer}: the first test file waits until the browser is unpacked and the page
 * is built.
 */
export const START_MS_MAX = 90_000;
/** A phone and a desktop. */
export const WIDTHS = [360, 1280] as const;
const HEIGHT = 800;

/** The options of a page. */
export interface PageOptions {
  /** CSS pixels. */
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** Default: UTC. */
  readonly timeZone?: string;
  /** Connects to this wallet by the link that `teller demo` prints. */
  readonly tenant?: Tenant;
  /** The page after that, without its first slash. Default: the explorer. */
  readonly path?: string;
  /** The fragment after that, `#/transactions` for example. */
  readonly fragment?: string;
  /** False for a browser that runs no scripts. */
  readonly hasScript?: boolean;
  /** False for a test that changes the clock or the permissions of its context. Default: true. */
  readonly sharesContext?: boolean;
  /** Messages of the console that the test provokes, a refused request for example. */
  readonly expectedMessages?: RegExp;
}

/** The result of a synchronisation. */
export interface RecordedSync {
  readonly balances?: readonly AssetBalance[];
  readonly outcome?: RefreshOutcome;
}

/** A service with the explorer, for one test file. */
export interface ExplorerHarness {
  readonly service: ServiceHarness;
  /** The URL without a slash at its end. */
  readonly url: string;
  /** Creates an organization with a project, a key and a wallet. */
  readonly addTenant: (content?: WalletContent) => Promise<Tenant>;
  /** Does that with a wallet whose history was read completely at {@link NOW_MS}. */
  readonly addSynced: (content?: WalletContent) => Promise<Tenant>;
  /** Writes the result of a synchronisation of the wallet at {@link NOW_MS}. */
  readonly recordSync: (tenant: Tenant, sync: RecordedSync) => Promise<void>;
  /** Opens a page, which {@link ExplorerHarness.closePages} closes. */
  readonly open: (options?: PageOptions) => Promise<Page>;
  /**
   * Closes all pages, and fails if one of them wrote to its console, threw, broke its content security
   * policy or sent a request to another host.
   */
  readonly closePages: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** Starts the service of a test file, closes the pages after each test, and stops it at the end. */
export function useExplorer(): ExplorerHarness {
  const explorer = {} as ExplorerHarness;
  beforeAll(async () => void Object.assign(explorer, await startExplorer()), START_MS_MAX);
  afterEach(() => explorer.closePages());
  afterAll(() => explorer.stop());
  return explorer;
}

/** Starts a service that a test stops. */
export async function startExplorer(options: HarnessOptions = {}): Promise<ExplorerHarness> {
  const [explorerFolder, browser] = await Promise.all([findExplorerFolder(), connectToBrowser()]);
  const service = await startService({ explorerFolder, ...options });
  const url = `http://127.0.0.1:${service.port}`;
  const pages = watchPages(browser, url);
  const addTenant = (content?: WalletContent): Promise<Tenant> =>
    createTenant(service.store, MASTER_KEY, content);
  return {
    service,
    url,
    addTenant,
    addSynced: (content) => addTenant({ syncedAtMs: NOW_MS, historyComplete: true, ...content }),
    recordSync: (tenant, sync) => recordSync(service.store, tenant, sync),
    open: pages.open,
    closePages: pages.closePages,
    stop: async () => {
      await pages.stop();
      await service.stop();
    },
  };
}

/** Returns how the pages of a service are opened and closed. */
export function watchPages(
  browser: Browser,
  url: string,
): Pick<ExplorerHarness, 'open' | 'closePages' | 'stop'> {
  const contexts = new SharedContexts(browser, url);
  const pages: OpenPage[] = [];
  return {
    open: async (options = {}) => {
      const opened = await openPage(contexts, url, options);
      pages.push(opened);
      return opened.page;
    },
    closePages: async () => {
      const complaints: string[] = [];
      for (const { page, messages } of pages.splice(0)) {
        await page.close();
        complaints.push(...messages);
      }
      expect(complaints).toEqual([]);
    },
    stop: () => contexts.close(),
  };
}

/** Returns the browser of this run of the tests. */
export function connectToBrowser(): Promise<Browser> {
  browser ??= locate('browser').then((url) => chromium.connect(url));
  return browser;
}

/** Returns the folder of the built explorer, for tests of its routes. */
export function findExplorerFolder(): Promise<string> {
  return locate('explorer');
}

/** Returns the folder of the built Connect page. */
export function findConnectFolder(): Promise<string> {
  return locate('connect');
}

/** Returns the fragment of the link that `teller demo` prints. */
export function demoFragment({ apiKey, orgId, projectId, walletId }: Tenant): string {
  const credentials = new URLSearchParams({ apiKey, orgId, projectId, walletId });
  return `#connect?${credentials.toString()}`;
}

/** Fails unless the text appears. */
export async function expectText(scope: Page | Locator, text: string | RegExp): Promise<void> {
  await scope.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Waits for this number of transactions in a table, without the heading of the table. */
export async function expectRows(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.locator('.transactions tbody tr').count()).toBe(count);
}

interface OpenPage {
  readonly page: Page;
  readonly messages: string[];
}

async function openPage(
  contexts: SharedContexts,
  url: string,
  {
    width = 1280,
    scheme = 'light',
    timeZone = 'UTC',
    tenant,
    path = '',
    fragment = '',
    hasScript = true,
    sharesContext = true,
    expectedMessages,
  }: PageOptions,
): Promise<OpenPage> {
  const options = { timezoneId: timeZone, javaScriptEnabled: hasScript };
  const context = await (sharesContext ? contexts.share(options) : contexts.create(options));
  const page = await context.newPage();
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: scheme });
  const messages: string[] = [];
  page.on('console', (message) => {
    if (expectedMessages?.test(message.text()) !== true) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url) messages.push(`request to ${request.url()}`);
  });
  const target = path + fragment;
  if (tenant !== undefined) await page.goto(`${url}/${demoFragment(tenant)}`);
  if (tenant === undefined || target !== '') await page.goto(`${url}/${target}`);
  return { page, messages };
}

async function recordSync(
  store: Store,
  { walletId }: Tenant,
  { balances, outcome }: RecordedSync,
): Promise<void> {
  const lease = await store.claimWallet({ nowMs: NOW_MS, untilMs: NOW_MS + 60_000, walletId });
  if (balances !== undefined) {
    const record = { readAtMs: 2, balances, withdrawableUnverified: false, quarantined: [] };
    await store.recordBalances(lease!, record);
  }
  if (outcome !== undefined) await store.recordOutcome(lease!, outcome);
  await store.releaseLease(lease!);
}

/** Waits until a part is ready, and returns its place. */
async function locate(part: ExplorerPart): Promise<string> {
  const socket = connectSocket(inject('explorerPort'), '127.0.0.1');
  socket.end(part);
  return text(socket);
}

/** Fills the form of a connection and submits it. */
export async function fillForm(page: Page, values: Tenant, name?: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(values.apiKey);
  await page.getByRole('textbox', { name: 'Organization' }).fill(values.orgId);
  await page.getByRole('textbox', { name: 'Project' }).fill(values.projectId);
  await page.getByRole('textbox', { name: 'Wallet' }).fill(values.walletId);
  if (name !== undefined) await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}
