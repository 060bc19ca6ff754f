/** Corrects errors of Crypto.com that ccxt misreads. */
import type { CcxtExchange } from '../client/ccxt-client.ts';

/** ccxt's check of a response; the parsed body is its seventh argument. */
interface ErrorHandler {
  handleErrors: (...details: unknown[]) => unknown;
}

const BODY = 6;

/**
 * Makes ccxt judge a response without a code by its HTTP status. ccxt reports any such response (a
 * firewall's page, a truncated response) as a refused request, which would not be retried.
 */
export function ignoreErrorsWithoutCode(ccxt: CcxtExchange): void {
  const handler = ccxt as CcxtExchange & ErrorHandler;
  const handleErrors = handler.handleErrors.bind(ccxt);
  handler.handleErrors = (...details) =>
    hasCode(details[BODY]) ? handleErrors(...details) : undefined;
}

function hasCode(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body;
}
