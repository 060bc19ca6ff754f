/** Maps the rights of a key at HTX. Pure functions. */
import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import { expectList, expectObject, readText } from '../mapping/raw-row.ts';

const ENDPOINT = 'user/api-key';

/**
 * Maps the rights of a key (`user/api-key`; huobiapi.github.io/docs/spot/v1/en, API key query): the texts
 * `readOnly`, `trade` and `withdraw`, separated by commas.
 *
 * @throws {ExchangeError} if the response does not list this key.
 */
export function mapPermissions(response: unknown, apiKey: string): KeyPermissions {
  const keys = expectList(response, ENDPOINT).map((row) => expectObject(row, ENDPOINT));
  const own = keys.find(({ accessKey }) => accessKey === apiKey);
  const permission = own === undefined ? null : readText(own, 'permission');
  if (permission === null) {
    throw new ExchangeError('exchange_request_refused', `${ENDPOINT}: does not list this key`);
  }
  const rights = new Set(permission.split(',').map((right) => right.trim()));
  return { withdraw: rights.has('withdraw'), trade: rights.has('trade') };
}
