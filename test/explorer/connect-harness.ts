/** The Connect page in a real browser that fails the test on any message. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import type { ConnectProblem, ConnectSession } from '../../src/domain/connect.ts';
import {
  type ApiState,
  type ConnectService,
  startConnectService,
  TOKEN,
} from './connect-service.ts';
import { connectToBrowser, START_MS_MAX } from './explorer-harness.ts';
import { SharedContexts } from './shared-contexts.ts';

/** Credentials that the tests enter; no form of them is wrong at Kraken. */
export const KEY = 'kQH5HW0example';
export const SECRET = 'c2VjcmV0IG9mIGEga2V5IGF0IEtyYWtlbg==';

export const SESSION: ConnectSession = {
  id: 'connect_7Xk2',
  projectName: 'Acme Treasury',
  reads: ['balances', 'withdrawal_networks', 'transactions'],
  exchange: null,
  reconnects: null,
  returnOrigin: null,
  expiresAt: '2026-11-23T17:00:00Z',
  connected: null,
};

/** The options of a page. */
export interface ConnectPageOptions {
  readonly width?: number;
  /** The fragment; the token by default. */
  readonly token?: string;
  /** Messages of the console that the test provokes, a refused request for example. */
  readonly expectedMessages?: RegExp;
  /** Origins to which requests are expected, in addition to the service. */
  readonly origins?: readonly string[];
}

/** The page and its service, for one test file. */
export interface ConnectHarness {
  readonly service: ConnectService;
  /** Sets what the API answers, in addition to the defaults: an open session that connects. */
  readonly answer: (state: Partial<ApiState>) => void;
  readonly open: (options?: ConnectPageOptions) => Promise<Page>;
  /** Watches a page that a test opened, as {@link ConnectHarness.open} does. */
  readonly watch: (page: Page, options?: ConnectPageOptions) => void;
  readonly context: () => Promise<BrowserContext>;
  /** Closes all pages, and fails if one of them wrote a message or sent a request to another host. */
  readonly closePages: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the service of a test file, closes the pages after each test, and stops it at the end. */
export function useConnect(): ConnectHarness {
  const connect = {} as ConnectHarness;
  beforeAll(async () => void Object.assign(connect, await startConnect()), START_MS_MAX);
  afterEach(() => connect.closePages());
  afterAll(() => connect.stop());
  return connect;
}

async function startConnect(): Promise<ConnectHarness> {
  const service = await startConnectService(defaultState());
  const contexts = new SharedContexts(await connectToBrowser(), service.url);
  const opened: Page[] = [];
  const messages: string[] = [];
  const watch = (page: Page, options: ConnectPageOptions = {}): void => {
    const origins = new Set([service.url, ...(options.origins ?? [])]);
    opened.push(page);
    page.on('console', (message) => {
      const isExpected = options.expectedMessages?.test(message.text()) === true;
      if (!isExpected) messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('request', (request) => {
      if (!origins.has(new URL(request.url()).origin)) messages.push(request.url());
    });
  };
  const context = (): Promise<BrowserContext> => contexts.share({});
  return {
    service,
    answer: (state) => Object.assign(service.state, defaultState(), state),
    open: async (options = {}) => {
      const page = await (await context()).newPage();
      await page.setViewportSize({ width: options.width ?? 1280, height: 800 });
      watch(page, options);
      await page.goto(`${service.url}/connect#${options.token ?? TOKEN}`);
      return page;
    },
    watch,
    context,
    closePages: async () => {
      for (const page of opened.splice(0)) await page.close();
      service.requests.splice(0);
      Object.assign(service.state, defaultState());
      expect(messages.splice(0)).toEqual([]);
    },
    stop: async () => {
      await contexts.close();
      await service.stop();
    },
  };
}

function defaultState(): ApiState {
  return {
    session: SESSION,
    connection: [{ returnUrl: null }],
    steps: [],
    cancel: { returnUrl: null },
  };
}

/** Returns a refusal as the API answers it. */
export function refuse(
  status: number,
  code: string,
  problem: Partial<ConnectProblem> = {},
): { readonly status: number; readonly problem: ConnectProblem } {
  return {
    status,
    problem: { code, title: `Title of ${code}`, detail: `Detail of ${code}.`, ...problem },
  };
}

/** Chooses an exchange by its name. */
export async function chooseExchange(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Exchange' }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

/** Chooses Kraken and enters a key. */
export async function enterKey(page: Page): Promise<void> {
  await chooseExchange(page, 'Kraken');
  await page.getByRole('textbox', { name: 'API key' }).fill(KEY);
  await page.getByRole('textbox', { name: 'Private key' }).fill(SECRET);
}

/** Enters a key and sends it. */
export async function connectKey(page: Page): Promise<void> {
  await enterKey(page);
  await page.getByRole('button', { name: 'Connect' }).click();
}
