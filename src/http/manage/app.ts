/** Builds the Fastify application of the management API, which has a listener of its own. */
import type { FastifyInstance } from 'fastify';

import type { MasterKey } from '../../domain/master-key.ts';
import { type AppParts, buildApp } from '../app.ts';
import { SERVER_LIMITS, type ServerLimits } from '../limits.ts';
import { addExplorerPages, OPERATOR_PAGES } from '../pages/explorer.ts';
import { RateLimiter } from '../plugins/rate-limit.ts';
import { WrongKeys } from '../plugins/wrong-keys.ts';
import { addLivenessRoute } from '../routes/health.ts';
import { addOpenApiRoute, describeRoutes } from '../routes/openapi.ts';
import { managementAuthentication } from './authentication.ts';
import { addReferencePage, MANAGE_API } from './documents.ts';
import { FILE_TYPE, readBodiesAsBytes } from './raw-body.ts';
import { explainManageError } from './explain-error.ts';
import { type ManageParts, RouteTable } from './route.ts';
import { addApiKeyRoutes } from './routes/api-keys.ts';
import { addAuditRoutes } from './routes/audit.ts';
import { addConnectSessionRoutes } from './routes/connect-sessions.ts';
import { addExchangeRoutes } from './routes/exchanges.ts';
import { addImportRoutes } from './routes/imports.ts';
import { addReadRoutes } from './routes/reads.ts';
import { addTenantRoutes } from './routes/tenants.ts';
import { addWalletRoutes } from './routes/wallets.ts';
import { addWebhookRoutes } from './routes/webhooks.ts';

/** The dependencies and settings of the management API. */
export interface ManageAppOptions extends Pick<
  AppParts,
  'logger' | 'randomId' | 'trustedProxies' | 'metrics'
> {
  /** The folder of the built explorer, which has the page at `/`. */
  readonly explorerFolder?: string;
  readonly parts: ManageParts;
  readonly masterKey: MasterKey;
  /** Requests per second and management key; 0 is no limit. */
  readonly rateLimitPerSecond: number;
  /** Limits that differ from {@link SERVER_LIMITS}. */
  readonly limits?: Partial<ServerLimits>;
}

/** Longer than the check of a key and the import of a file take, with the wait for others. */
const REQUEST_TIMEOUT_MS = 120_000;
const TIMEOUTS = { requestTimeoutMs: REQUEST_TIMEOUT_MS, socketTimeoutMs: REQUEST_TIMEOUT_MS };

/** Creates the management API, which does not listen yet. */
export function createManageApp(options: ManageAppOptions): FastifyInstance {
  const { parts, masterKey } = options;
  const limits = { ...SERVER_LIMITS, ...TIMEOUTS, ...options.limits };
  const limiter = new RateLimiter(options.rateLimitPerSecond);
  const app = buildApp({
    ...options,
    limits,
    limiter,
    explain: explainManageError,
  });
  readBodiesAsBytes(app, ['application/json', FILE_TYPE]);
  const wrongKeys = new WrongKeys(limits.wrongKeysOfAddressMax);
  const { store, now } = parts;
  app.register(managementAuthentication, { store, masterKey, limiter, wrongKeys, now });
  app.register(describeRoutes, { api: MANAGE_API });
  app.register(async (routed) => {
    const routes = new RouteTable(routed, parts);
    addExchangeRoutes(routes);
    addTenantRoutes(routes);
    addApiKeyRoutes(routes);
    addWalletRoutes(routes);
    addImportRoutes(routes);
    addWebhookRoutes(routes);
    addConnectSessionRoutes(routes);
    addReadRoutes(routes);
    addAuditRoutes(routes);
    addOpenApiRoute(routed);
    addReferencePage(routed);
    addExplorerPages(routed, options.explorerFolder, OPERATOR_PAGES);
    addLivenessRoute(routed);
  });
  return app;
}
