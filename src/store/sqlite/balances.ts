import { type BalanceDocument, writeBalanceDocument } from '../../domain/balance-document.ts';
import type { AssetBalance } from '../../domain/balance.ts';
import { JSON_BYTES_MIN } from '../../domain/json-text.ts';
import type { StoreCheck } from '../admin.ts';
import {
  areBalancesIntact,
  checksumOfBalances,
  loadBalances,
  reportBalances,
  toBalanceColumns,
} from '../stored-balances.ts';
import type { SqliteConnection } from './connection.ts';
import { renewBalancesRevision } from './revisions.ts';

const READ = `SELECT iif(octet_length(body) < ${JSON_BYTES_MIN}, body, CAST(body AS BLOB)),
    unknown_networks, withdrawable_unverified, checksum FROM wallet_balances
  WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)`;
/** Writes nothing if the balances are unchanged, as in most readings. */
const WRITE = `INSERT INTO wallet_balances
    (wallet_no, body, unknown_networks, withdrawable_unverified, checksum) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (wallet_no) DO UPDATE
    SET body = excluded.body, unknown_networks = excluded.unknown_networks,
      withdrawable_unverified = excluded.withdrawable_unverified, checksum = excluded.checksum
    WHERE (body, unknown_networks, withdrawable_unverified, checksum) IS NOT
      (excluded.body, excluded.unknown_networks, excluded.withdrawable_unverified, excluded.checksum)`;

/** See `ServingStore.readBalances`. With a revision, the snapshot of this turn is new enough. */
export function readBalances(
  connection: SqliteConnection,
  walletId: string,
  revision?: number,
): BalanceDocument {
  const read = (): BalanceDocument => loadBalances(walletId, connection.readRow(READ, walletId));
  return revision === undefined ? connection.read(read) : connection.readInTurn(read);
}

/** Replaces the balances of a wallet, inside a transaction. */
export function replaceBalances(
  connection: SqliteConnection,
  walletNo: number,
  balances: readonly AssetBalance[],
  withdrawableUnverified: boolean,
): void {
  const columns = toBalanceColumns(writeBalanceDocument(balances, withdrawableUnverified));
  const [json, unknownNetworks, unverified] = columns;
  const changed = connection.change(
    WRITE,
    walletNo,
    json,
    unknownNetworks,
    Number(unverified),
    checksumOfBalances(columns),
  );
  if (changed > 0) renewBalancesRevision(connection, walletNo);
}

/** Compares the balances of every wallet with their checksums. */
export function checkBalances(connection: SqliteConnection): StoreCheck {
  const ids = connection.readRows('SELECT id FROM wallet ORDER BY id').map(([id]) => id as string);
  const isCorrupted = (walletId: string): boolean => {
    const row = connection.readRow(READ, walletId);
    return row !== undefined && !areBalancesIntact(row);
  };
  return reportBalances(ids.filter(isCorrupted));
}
