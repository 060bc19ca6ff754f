import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import { expectObject } from '../mapping/raw-row.ts';

/**
 * What a key may do (`brokerage/key_permissions`; docs.cdp.coinbase.com, Get API Key Permissions).
 * `can_transfer` is to send funds, on the platform and off it.
 *
 * @throws {ExchangeError} where the response does not tell it.
 */
export function mapPermissions(response: unknown): KeyPermissions {
  const { can_transfer: withdraw, can_trade: trade } = expectObject(response, 'key_permissions');
  if (typeof withdraw === 'boolean' && typeof trade === 'boolean') return { withdraw, trade };
  throw new ExchangeError('exchange_unavailable', 'key_permissions: no permissions are told');
}
