/** Maps the permissions of a key at Bitget. Pure functions. */
import type { KeyPermissions } from '../exchange.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';

/** Permissions to withdraw. Transfers (`wtow`) are none: they stay within the customer's own accounts. */
const WITHDRAW = ['wwow', 'withdraw'];
/** Permissions to place orders: spot, margin, futures, copy and P2P trading; for the last, the pages have two codes. */
const TRADE = ['stow', 'smow', 'coow', 'cpow', 'ttow', 'p2p', 'p2pw', 'trade'];

/**
 * Maps the permissions of a key (`account/info`, `authorities`; bitget.com/api-doc/spot, Get Account
 * Information). The page's table has codes (those that end in `w` write); its example has words.
 *
 * @throws {ExchangeError} if the response has no permissions.
 */
export function mapPermissions(data: unknown): KeyPermissions {
  const { authorities } = expectObject(data, 'account/info');
  const rights = expectList(authorities, 'account/info authorities');
  return {
    withdraw: WITHDRAW.some((code) => rights.includes(code)),
    trade: TRADE.some((code) => rights.includes(code)),
  };
}
