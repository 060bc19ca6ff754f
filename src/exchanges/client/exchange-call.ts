/** One attempt of a call, and what its last response adds to an error of it. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { DAY_MS } from '../../domain/duration.ts';

const RETRY_AFTER_MS_MAX = DAY_MS;

/** An attempt of a call, which may send several requests. */
export class ExchangeCall {
  /** ccxt's name of the endpoint or method. */
  readonly name: string;
  /** The status of the last response; `undefined` without one. */
  status: number | undefined;
  /** The wait that the last response requested. */
  retryAfterMs: number | undefined;

  constructor(name: string) {
    this.name = name;
  }

  observe(status: number, headers: Headers): void {
    this.status = status;
    this.retryAfterMs = readRetryAfterMs(headers);
  }
}

/** The call that sends a request: ccxt passes nothing from a call to its requests. */
export const CURRENT_CALL = new AsyncLocalStorage<ExchangeCall>();

/**
 * Returns the seconds of `retry-after` in milliseconds, limited to a day. A date in `retry-after` is ignored.
 */
function readRetryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  return Math.min(RETRY_AFTER_MS_MAX, Math.ceil(Number(text) * 1000));
}
