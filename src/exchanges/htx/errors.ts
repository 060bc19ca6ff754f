import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';
import { expectObject, type RawRow, readText } from '../mapping/raw-row.ts';

/** Codes of v2 (huobiapi.github.io/docs/spot/v1/en, Common Error Code); ccxt tells 1003 alone. */
const CODES: Readonly<Record<string, ExchangeErrorCode>> = {
  '500': 'exchange_unavailable',
  '1002': 'exchange_permission_denied',
  '1003': 'exchange_key_refused',
};
const SUCCESS = '200';

/**
 * A response that is no refusal. v1 says `status`, which ccxt looks at; v2 says `code`.
 *
 * @throws {ExchangeError} for a refusal; one of the request's time passes, because the next reading
 * asks for the exchange's time again. ccxt takes it for a wrong key.
 */
export async function readResponse(
  endpoint: string,
  call: () => Promise<unknown>,
): Promise<RawRow> {
  const response = expectObject(await call().catch(passClockFailure), endpoint);
  const code = readText(response, 'code') ?? SUCCESS;
  if (code === SUCCESS) return response;
  const meaning = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  throw new ExchangeError(meaning ?? 'exchange_request_refused', `${endpoint}: code ${code}`);
}

function passClockFailure(error: unknown): never {
  const stale =
    error instanceof ExchangeError &&
    error.code === 'exchange_key_refused' &&
    /timestamp/i.test(error.message);
  throw stale ? new ExchangeError('exchange_unavailable', error.message, { cause: error }) : error;
}
