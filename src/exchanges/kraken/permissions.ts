/** Maps the rights of a key at Kraken. Pure functions. */
import type { KeyPermissions } from '../exchange.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';

/**
 * Maps the rights of a key (`GetApiKeyInfo`, which needs no permission; docs.kraken.com, Get API Key Info).
 *
 * @throws {ExchangeError} if the response has no rights.
 */
export function mapPermissions(result: unknown): KeyPermissions {
  const { permissions } = expectObject(result, 'GetApiKeyInfo');
  const rights = expectList(permissions, 'GetApiKeyInfo permissions');
  return {
    withdraw: rights.includes('withdraw-funds'),
    // `close-trades` (Cancel & close orders) does not need `modify-trades`.
    trade: rights.includes('modify-trades') || rights.includes('close-trades'),
  };
}
