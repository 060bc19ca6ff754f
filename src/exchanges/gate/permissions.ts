/** Maps the rights of a key at Gate. Pure functions. */
import { trimEndCharacters } from '../../domain/trim.ts';
import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import { expectList, expectObject, type RawRow } from '../mapping/raw-row.ts';

const ENDPOINT = 'account/main_keys';
/** Rights to withdraw and to transfer. */
const WITHDRAW: ReadonlySet<unknown> = new Set(['wallet', 'withdraw', 'custody']);
/** Rights to place orders. */
const TRADE: ReadonlySet<unknown> = new Set([
  'spot',
  'margin',
  'unified',
  'futures',
  'delivery',
  'options',
  'copy',
  'otc',
  'alpha',
  'crossx',
  'pilot',
]);

/**
 * Maps the rights of a key (`account/main_keys`; gate.com/docs/developers/apiv4, Query All Main Account Key
 * Information). The response lists all keys of the account, with asterisks instead of the end of each key.
 *
 * @throws {ExchangeError} if the response does not list this key, for example the key of a sub-account.
 */
export function mapPermissions(response: unknown, apiKey: string): KeyPermissions {
  const own = expectList(response, ENDPOINT).filter((row) =>
    isKey(expectObject(row, ENDPOINT), apiKey),
  );
  if (own.length !== 1) {
    throw new ExchangeError('exchange_request_refused', `${ENDPOINT}: does not list this key`);
  }
  const perms = expectList(expectObject(own[0], ENDPOINT)['perms'], `${ENDPOINT} perms`);
  const writes = perms
    .map((perm) => expectObject(perm, `${ENDPOINT} perms`))
    .filter((perm) => perm['read_only'] !== true)
    .map(({ name }) => name);
  return {
    withdraw: writes.some((name) => WITHDRAW.has(name)),
    trade: writes.some((name) => TRADE.has(name)),
  };
}

function isKey({ key }: RawRow, apiKey: string): boolean {
  const shown = typeof key === 'string' ? trimEndCharacters(key, '*') : '';
  return shown !== '' && apiKey.startsWith(shown);
}
