import { ExchangeError } from './exchange.ts';

/**
 * What `read` tells, or `undefined` where the exchange does not serve it or not to this key.
 *
 * @throws {ExchangeError} for a failure that passes: what is missing for now is not left out.
 */
export async function unlessRefused<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ExchangeError && !error.passing) return undefined;
    throw error;
  }
}
