/** Creates the management API. Its modules are only loaded if it is served. */
import { randomUUID } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import type { Config } from '../config/read-config.ts';
import { DAY_MS } from '../domain/duration.ts';
import type { ManageAppOptions } from '../http/manage/app.ts';
import type { ManageParts } from '../http/manage/route.ts';
import type { Store } from '../store/store.ts';
import { KeyChecker, type KeyCheckerOptions } from './key-checker.ts';
import { EXPLORER_FOLDER } from './http-service.ts';
import { loadMasterKey } from './load-master-key.ts';
import { createNameResolver, createWebhookSender } from './webhook-deliverer.ts';

/** The dependencies of the management API in addition to its configuration. */
export interface ManageServiceParts
  extends
    Pick<ManageAppOptions, 'masterKey' | 'logger' | 'metrics'>,
    Pick<ManageParts, 'now' | 'randomBytes' | 'importFile'>,
    KeyCheckerOptions {
  readonly store: Store;
  /** The URL of the public service, unless it is configured. */
  readonly publicUrl: string;
}

/** The management API, and how what it has started is ended. */
export interface ManageService {
  readonly app: FastifyInstance;
  readonly close: () => void;
}

const PRUNE_INTERVAL_MS = 10 * 60_000;
const PRUNED_MAX = 10_000;
/** How long expired connect sessions can be read. */
const SESSION_RETENTION_MS = 30 * DAY_MS;

/** Creates the management API, which does not listen yet. */
export async function createManageService(
  config: Config,
  parts: ManageServiceParts,
): Promise<ManageService> {
  const { createManageApp } = await import('../http/manage/app.ts');
  const { store, masterKey, logger, metrics, now, randomBytes, importFile } = parts;
  const checker = new KeyChecker(parts);
  const app = createManageApp({
    parts: {
      store,
      now,
      randomBytes,
      importFile,
      loadMasterKey: () => loadMasterKey(config, store, randomBytes),
      checkKey: checker.check,
      exchangeAddresses: config.exchangeAddresses,
      webhookTargets: { allowed: config.webhookTargets, resolveName: createNameResolver(config) },
      sendWebhook: createWebhookSender(config, now),
      connect: {
        publicUrl: config.publicUrl ?? parts.publicUrl,
        returnOrigins: config.connectReturnOrigins,
      },
    },
    masterKey,
    logger,
    metrics,
    randomId: randomUUID,
    rateLimitPerSecond: config.rateLimitPerSecond,
    trustedProxies: config.trustedProxies,
    explorerFolder: EXPLORER_FOLDER,
  });
  const prune = async (): Promise<void> => {
    try {
      await store.pruneRequests(now(), PRUNED_MAX);
      await store.pruneConnectSessions(now() - SESSION_RETENTION_MS, PRUNED_MAX);
    } catch (error) {
      logger.warn({ err: error }, 'expired requests and sessions were not removed');
    }
  };
  const timer = setInterval(() => void prune(), PRUNE_INTERVAL_MS).unref();
  return {
    app,
    close: () => {
      clearInterval(timer);
      checker.close();
    },
  };
}
