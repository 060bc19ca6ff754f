/** Maps the rights of a key at KuCoin. Pure functions. */
import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import { expectObject, readText } from '../mapping/raw-row.ts';

/** Rights that neither move funds out nor place orders; `InnerTransfer` stays within the account. */
const HARMLESS = new Set(['General', 'InnerTransfer', 'Earn']);
/** `Transfer` formerly was the right to withdraw, and now is the right to transfer to other accounts. */
const MOVES_FUNDS = /withdraw|transfer/i;

/**
 * Maps the rights of a key (`user/api-key`, `permission`; kucoin.com/docs-new, Get Apikey Info): names
 * separated by commas. An unknown name counts as the right to trade.
 *
 * @throws {ExchangeError} if the response has no rights.
 */
export function mapPermissions(data: unknown): KeyPermissions {
  const permission = readText(expectObject(data, 'user/api-key'), 'permission');
  if (permission === null) {
    throw new ExchangeError('exchange_unavailable', 'user/api-key: permission is missing');
  }
  const rights = permission
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !HARMLESS.has(name));
  return {
    withdraw: rights.some((name) => MOVES_FUNDS.test(name)),
    trade: rights.some((name) => !MOVES_FUNDS.test(name)),
  };
}
