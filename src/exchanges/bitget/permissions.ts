import type { KeyPermissions } from '../exchange.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';

/** Withdrawals; transfers (`wtow`) stay within the customer's own accounts. */
const WITHDRAW = ['wwow', 'withdraw'];
/** Orders of spot, margin, futures and copy trading. */
const TRADE = ['stow', 'smow', 'coow', 'cpow', 'ttow', 'trade'];

/**
 * What a key may do (`account/info`, `authorities`; bitget.com/api-doc/spot, Get Account
 * Information). Its table has codes, of which those that end in `w` write; its example has words.
 *
 * @throws {ExchangeError} where the response does not tell it.
 */
export function mapPermissions(data: unknown): KeyPermissions {
  const { authorities } = expectObject(data, 'account/info');
  const told = expectList(authorities, 'account/info authorities');
  return {
    withdraw: WITHDRAW.some((code) => told.includes(code)),
    trade: TRADE.some((code) => told.includes(code)),
  };
}
