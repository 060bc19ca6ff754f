/** Rights of a key at Binance. Pure. */
import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import type { RawRow } from '../mapping/raw-row.ts';

/**
 * Rights by which funds leave the account: to an address, or to a sub-account of its owner.
 * `permitsUniversalTransfer` moves them only between the wallets of the account.
 */
const WITHDRAWS = ['enableWithdrawals', 'enableInternalTransfer'];

/** Rights by which orders are placed. */
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
