/** Maps the rights of a key at Bybit. Pure functions. */
import { ExchangeError, type KeyPermissions } from '../exchange.ts';
import { expectObject, type RawRow, readText } from '../mapping/raw-row.ts';

const READ_ONLY = '1';
const SUB_ACCOUNT =
  'it belongs to a sub-account, and only a key of the main account can read withdrawals';

/** Rights of the `Wallet` group to move funds out of the account. `AccountTransfer` moves them within it. */
const WALLET_WITHDRAWS = ['Withdraw', 'SubMemberTransfer', 'SubMemberTransferList'];
/**
 * Groups of rights to pay other people. `FiatBitPay` replaced `FiatBybitPay` in 2026 (docs/changelog/v5). Only the name of
 * `FiatGlobalPay` is documented, so it counts as well. `BitCard` does not: all endpoints of docs/v5/bybit-card read.
 */
const PAYS = ['FiatP2P', 'FiatBitPay', 'FiatBybitPay', 'FiatGlobalPay'];
/** Groups of rights to place orders. */
const TRADES = [
  'ContractTrade',
  'Spot',
  'Options',
  'Derivatives',
  'CopyTrading',
  'BlockTrade',
  'FiatConvertBroker',
];

/**
 * Maps `user/query-api`: `readOnly` is 1 for a key that cannot write, and `permissions` lists rights by group
 * (bybit-exchange.github.io/docs/v5/user/apikey-info).
 *
 * @throws {ExchangeError} if the response has no permissions; `exchange_key_refused` for the key of a sub-account, with
 * which withdrawals cannot be read (docs/v5/asset/withdraw-record).
 */
export function mapPermissions(key: RawRow): KeyPermissions {
  if (key['isMaster'] === false) throw new ExchangeError('exchange_key_refused', SUB_ACCOUNT);
  const groups = expectObject(key['permissions'], 'user/query-api');
  const writes = readText(key, 'readOnly') !== READ_ONLY;
  const rightsOf = (group: string): readonly unknown[] => {
    const rights = groups[group];
    return Array.isArray(rights) ? rights : [];
  };
  const withdraws = WALLET_WITHDRAWS.some((right) => rightsOf('Wallet').includes(right));
  return {
    withdraw: writes && (withdraws || PAYS.some((group) => rightsOf(group).length > 0)),
    trade: writes && TRADES.some((group) => rightsOf(group).length > 0),
  };
}
