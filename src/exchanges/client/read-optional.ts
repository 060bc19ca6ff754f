import { ExchangeError } from '../exchange.ts';

/**
 * Returns the result of `read`, or `undefined` after a permanent error: the exchange does not serve the
 * endpoint, or not to this key.
 *
 * @throws {ExchangeError} after a transient error.
 */
export async function readOptional<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ExchangeError && !error.transient) return undefined;
    throw error;
  }
}
