/** Maps the rights of a key at Coinbase. Pure functions. */
import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import { expectObject } from '../mapping/raw-row.ts';

/**
 * Maps the rights of a key (`brokerage/key_permissions`; docs.cdp.coinbase.com, Get API Key Permissions).
 * `can_transfer` is the right to send funds, on the platform and off it.
 *
 * @throws {ExchangeError} if the response has no rights.
 */
export function mapPermissions(response: unknown): KeyPermissions {
  const { can_transfer: withdraw, can_trade: trade } = expectObject(response, 'key_permissions');
  if (typeof withdraw === 'boolean' && typeof trade === 'boolean') return { withdraw, trade };
  throw new ExchangeError('exchange_unavailable', 'key_permissions: the response has no rights');
}
