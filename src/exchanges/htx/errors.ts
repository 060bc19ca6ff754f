/** Corrects errors of HTX that ccxt misreads. */
import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';
import { lookUp } from '../mapping/look-up.ts';
import { expectObject, type RawRow, readText } from '../mapping/raw-row.ts';

/** Codes of v2 (huobiapi.github.io/docs/spot/v1/en, Common Error Code); ccxt only maps 1003. */
const CODES: Readonly<Record<string, ExchangeErrorCode>> = {
  '500': 'exchange_unavailable',
  '1002': 'exchange_permission_denied',
  '1003': 'exchange_key_refused',
};
const SUCCESS = '200';

/**
 * Returns the response of a call. A refusal of v1 has a `status`, which ccxt checks; one of v2 has a `code`.
 *
 * @throws {ExchangeError} if the exchange refuses the request.
 */
export async function readResponse(
  endpoint: string,
  call: () => Promise<unknown>,
): Promise<RawRow> {
  const response = expectObject(await call(), endpoint);
  const code = readText(response, 'code') ?? SUCCESS;
  if (code === SUCCESS) return response;
  throw new ExchangeError(
    lookUp(CODES, code) ?? 'exchange_request_refused',
    `${endpoint}: code ${code}`,
  );
}
