import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import { expectObject, readText } from '../mapping/raw-row.ts';

/** Rights that move nothing out and place no order; `InnerTransfer` stays within the account. */
const HARMLESS = new Set(['General', 'InnerTransfer', 'Earn']);
/** `Transfer` was once the right to withdraw, and is now that to transfer to other accounts. */
const MOVES_FUNDS = /withdraw|transfer/i;

/**
 * What a key may do (`user/api-key`, `permission`; kucoin.com/docs-new, Get Apikey Info): names
 * with commas between them. One that is not known counts as the right to trade.
 *
 * @throws {ExchangeError} where the response does not tell it.
 */
export function mapPermissions(data: unknown): KeyPermissions {
  const told = readText(expectObject(data, 'user/api-key'), 'permission');
  if (told === null) {
    throw new ExchangeError('exchange_unavailable', 'user/api-key: permission is missing');
  }
  const rights = told
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !HARMLESS.has(name));
  return {
    withdraw: rights.some((name) => MOVES_FUNDS.test(name)),
    trade: rights.some((name) => !MOVES_FUNDS.test(name)),
  };
}
