import type { KeyPermissions } from '../exchange.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';

/**
 * What a key may do (`GetApiKeyInfo`, which needs no permission; docs.kraken.com, Get API Key Info).
 *
 * @throws {ExchangeError} where the result does not tell it.
 */
export function mapPermissions(result: unknown): KeyPermissions {
  const { permissions } = expectObject(result, 'GetApiKeyInfo');
  const told = expectList(permissions, 'GetApiKeyInfo permissions');
  return { withdraw: told.includes('withdraw-funds'), trade: told.includes('modify-trades') };
}
