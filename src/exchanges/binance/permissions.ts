/** Maps the rights of a key at Binance. Pure functions. */
import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import type { RawRow } from '../mapping/raw-row.ts';

/**
 * Rights to move funds out of the account: to an address, or to a sub-account of the same owner.
 * `permitsUniversalTransfer` only moves them between the wallets of the account.
 */
const WITHDRAWS = ['enableWithdrawals', 'enableInternalTransfer'];

/** Rights to place orders. */
const TRADES = [
  'enableSpotAndMarginTrading',
  'enableMargin',
  'enableFutures',
  'enableVanillaOptions',
  'enablePortfolioMarginTrading',
  'enableFixApiTrade',
];

/**
 * Maps the rights of a key (`account/apiRestrictions`; developers.binance.com, Wallet, Get API Key
 * Permission).
 *
 * @throws {ExchangeError} if the response has no permissions.
 */
export function mapPermissions(restrictions: RawRow): KeyPermissions {
  if (typeof restrictions['enableWithdrawals'] !== 'boolean') {
    throw new ExchangeError('exchange_unavailable', 'apiRestrictions: the response has no rights');
  }
  return {
    withdraw: WITHDRAWS.some((right) => restrictions[right] === true),
    trade: TRADES.some((right) => restrictions[right] === true),
  };
}
