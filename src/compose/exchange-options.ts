import { setTimeout as sleep } from 'node:timers/promises';

import type { Config } from '../config/read-config.ts';
import type { ExchangeDirectoryOptions } from '../exchanges/registry.ts';

/** Returns the options of exchange clients from the configuration. */
export function exchangeOptions(
  config: Config,
  nowMs: () => number,
  signal: AbortSignal,
): ExchangeDirectoryOptions {
  return {
    proxyUrl: config.exchangeProxyUrl,
    throttle: config.exchangeThrottle,
    clock: { nowMs, sleep: (durationMs) => sleep(durationMs, undefined, { signal }) },
    signal,
  };
}
