/** Composes the Connect page. What checks and stores keys is only loaded when a customer connects. */
import { join } from 'node:path';

import type { Config } from '../config/read-config.ts';
import type { ConnectRequest } from '../domain/connect.ts';
import type { RandomBytes } from '../domain/id.ts';
import type { ConnectParts } from '../http/connect/connect-parts.ts';
import type { ConnectContext } from '../manage/connect-account.ts';
import type { Store } from '../store/store.ts';
import { KeyChecker, type KeyCheckerOptions } from './key-checker.ts';
import { loadMasterKey } from './load-master-key.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** The folder into which `npm run build:connect` writes the page. */
const CONNECT_FOLDER = join(PACKAGE_ROOT, 'explorer/connect/dist');

/** What a process provides. */
export interface ConnectServiceParts extends KeyCheckerOptions {
  readonly store: Store;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  readonly randomBytes: RandomBytes;
}

/** Returns the functions of the Connect page, and one that ends what they have started. */
export function createConnectService(
  config: Config,
  parts: ConnectServiceParts,
): { readonly connect: ConnectParts; readonly close: () => void } {
  const { store, now, randomBytes } = parts;
  const checker = new KeyChecker(parts);
  const context: ConnectContext = {
    store,
    now,
    randomBytes,
    loadMasterKey: () => loadMasterKey(config, store, randomBytes),
    checkKey: checker.check,
    exchangeAddresses: config.exchangeAddresses,
    returnOrigins: config.connectReturnOrigins,
  };
  const load = () => import('../manage/connect-account.ts');
  let exchanges: Promise<string> | undefined;
  return {
    close: () => checker.close(),
    connect: {
      folder: CONNECT_FOLDER,
      frameOrigins: config.connectFrameOrigins,
      readSession: async (token) => (await load()).readSession(context, token),
      readProgress: async (token) => (await load()).readProgress(context, token),
      cancel: async (token) => (await load()).cancelSession(context, token),
      connect: async (token, request: ConnectRequest) =>
        (await load()).connectAccount(context, token, request),
      listExchanges: () => (exchanges ??= listExchanges()),
    },
  };
}

async function listExchanges(): Promise<string> {
  const { CONNECT_EXCHANGES } = await import('../exchanges/connect-exchanges.ts');
  return JSON.stringify({ items: CONNECT_EXCHANGES });
}
