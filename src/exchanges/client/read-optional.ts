import { ExchangeError } from '../exchange.ts';

/**
 * Returns what `read` resolves to, or `undefined` if the exchange refuses it permanently: the endpoint
 * is not served, or not to this key.
 *
 * @throws {ExchangeError} for a transient error.
 */
export async function readOptional<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ExchangeError && !error.transient) return undefined;
    throw error;
  }
}
