/** Creates the HTTP service. Its modules are only loaded if it is used; an exchange library never is. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import type { Config } from '../config/read-config.ts';
import type { HttpAppOptions, HttpApps } from '../http/app.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** The folder into which `npm run build:explorer` writes the pages. */
export const EXPLORER_FOLDER = join(PACKAGE_ROOT, 'explorer/dist');

/** The dependencies of the HTTP service in addition to its configuration. */
type HttpAppParts = Required<
  Pick<HttpAppOptions, 'store' | 'masterKey' | 'logger' | 'now' | 'isShuttingDown'>
> &
  Pick<HttpAppOptions, 'connect'>;

/** Creates the HTTP service, which does not listen yet. */
export async function createHttpApps(config: Config, parts: HttpAppParts): Promise<HttpApps> {
  const { createApps } = await import('../http/app.ts');
  return createApps(describeApp(config, parts));
}

/** Creates the service of the metrics of all HTTP workers together, which does not listen yet. */
export async function createClusterMetricsApp(
  config: Config,
  parts: HttpAppParts,
): Promise<Omit<HttpApps, 'app'>> {
  const { createMetricsApp } = await import('../http/app.ts');
  return createMetricsApp(describeApp(config, parts));
}

function describeApp(config: Config, parts: HttpAppParts): HttpAppOptions {
  return {
    ...parts,
    rateLimitPerSecond: config.rateLimitPerSecond,
    metricsToken: config.metricsToken,
    securityContact: config.securityContact,
    trustedProxies: config.trustedProxies,
    explorerFolder: EXPLORER_FOLDER,
    limits: { responseCacheBytesMax: config.responseCacheBytes },
    randomId: randomUUID,
  };
}
