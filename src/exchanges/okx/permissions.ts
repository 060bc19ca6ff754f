/** Maps the rights of a key at OKX. Pure functions. */
import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import type { RawRow } from '../mapping/raw-row.ts';

/**
 * Maps `perm` of `account/config`: a list of `read_only`, `trade` and `withdraw` (www.okx.com/docs-v5, Get
 * account configuration).
 *
 * @throws {ExchangeError} if the response has no permissions.
 */
export function mapPermissions({ perm }: RawRow): KeyPermissions {
  if (typeof perm !== 'string' || perm === '') {
    throw new ExchangeError(
      'exchange_unavailable',
      'account/config: the response has no permissions',
    );
  }
  const rights = perm.split(',');
  return { withdraw: rights.includes('withdraw'), trade: rights.includes('trade') };
}
