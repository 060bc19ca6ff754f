/** The management API with its page, in a real browser that fails the test on any message. */
import type { Page } from 'playwright-core';

import { WalletTellerManagement } from '../../client/src/index.ts';
import type { KeyCheck } from '../../src/manage/key-check.ts';
import { NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createManageKey, startManageApp } from '../manage/manage-app.ts';
import {
  connectToBrowser,
  expectText,
  findExplorerFolder,
  type PageOptions,
  watchPages,
} from './explorer-harness.ts';

/** What an exchange responds to a key that it accepts. */
export const ACCEPTED: KeyCheck = {
  permissions: undefined,
  permissionsError: undefined,
  error: undefined,
};

/** The management API of one test file. */
export interface OperatorHarness {
  readonly service: ServiceHarness;
  readonly management: WalletTellerManagement;
  /** What the exchange responds to a key. Tests change it. */
  keyCheck: KeyCheck;
  /** Opens the page and enters a key; by default one for every project. */
  readonly openWithKey: (options?: PageOptions, key?: string) => Promise<Page>;
  /** Opens the page of a wallet. */
  readonly openWallet: (
    walletId: string,
    options?: { readonly width?: number; readonly part?: string },
  ) => Promise<Page>;
  /** The URL without a slash at its end. */
  readonly url: string;
  readonly closePages: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the management API of a test file. */
export async function startOperator(): Promise<OperatorHarness> {
  const explorerFolder = await findExplorerFolder();
  const service = await startService({ explorerFolder });
  const manage = await startManageApp(service.store, {
    now: () => NOW_MS,
    rateLimitPerSecond: 0,
    explorerFolder,
    checkKey: async () => harness.keyCheck,
  });
  const url = `http://127.0.0.1:${manage.port}`;
  const pages = watchPages(await connectToBrowser(), url);
  const manageKey = await createManageKey(service.store, { expiresAtMs: null, projectId: null });
  const openWithKey: OperatorHarness['openWithKey'] = async (options = {}, key = manageKey) => {
    const page = await pages.open(options);
    await page.getByRole('textbox', { name: 'Management key' }).fill(key);
    await page.getByRole('button', { name: 'Show the wallets' }).click();
    return page;
  };
  const harness: OperatorHarness = {
    service,
    management: new WalletTellerManagement({ baseUrl: url, manageKey }),
    keyCheck: ACCEPTED,
    openWithKey,
    openWallet: async (walletId, { width, part = '' } = {}) =>
      openWithKey({
        fragment: `#/wallet?wallet=${walletId}&part=${part}`,
        ...(width !== undefined && { width }),
        expectedMessages: /4\d\d|50\d|ERR_FAILED/,
      }),
    url,
    closePages: pages.closePages,
    stop: async () => {
      await pages.stop();
      await manage.app.close();
      await service.stop();
    },
  };
  return harness;
}

/** Returns what an exchange responds to a key that it refuses. */
export function refuseKey(code: string, message: string, transient: boolean): KeyCheck {
  return { ...ACCEPTED, error: { code, message, transient } } as unknown as KeyCheck;
}

/** Waits until the page shows this outcome of a change. */
export function expectOutcome(page: Page, text: string): Promise<void> {
  return expectText(page.getByRole('status', { name: 'Outcome' }), text);
}
