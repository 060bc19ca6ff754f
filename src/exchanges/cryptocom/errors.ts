/** Corrects errors of Crypto.com that ccxt misreads. */
import type { CcxtExchange } from '../client/ccxt-instance.ts';

/** ccxt's check of a response; the parsed body is its seventh argument. */
interface ErrorHandler {
  handleErrors: (...details: unknown[]) => unknown;
}

const BODY = 6;

/**
 * Makes ccxt classify a response without a code by its HTTP status. Otherwise ccxt reports such responses (a
 * firewall's page, a truncated response) as refused requests, which are not retried.
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
