import {
  type BalanceDocument,
  loadBalanceDocument,
  writeBalanceDocument,
} from '../../domain/balance-document.ts';
import type { AssetBalance } from '../../domain/balance.ts';
import { JSON_BYTES_MIN } from '../../domain/json-text.ts';
import type { SqliteConnection } from './connection.ts';
import { renewBalancesRevision } from './revisions.ts';

const READ = `SELECT iif(octet_length(body) < ${JSON_BYTES_MIN}, body, CAST(body AS BLOB)),
    unknown_networks, withdrawable_unverified FROM wallet_balances
  WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)`;
/** Writes nothing if the exchange reports what it reported before: most readings do. */
const WRITE = `INSERT INTO wallet_balances
    (wallet_no, body, unknown_networks, withdrawable_unverified) VALUES (?, ?, ?, ?)
  ON CONFLICT (wallet_no) DO UPDATE
    SET body = excluded.body, unknown_networks = excluded.unknown_networks,
      withdrawable_unverified = excluded.withdrawable_unverified
    WHERE (body, unknown_networks, withdrawable_unverified)
      IS NOT (excluded.body, excluded.unknown_networks, excluded.withdrawable_unverified)`;

/** See `ServingStore.readBalances`. */
export function readBalances(connection: SqliteConnection, walletId: string): BalanceDocument {
  return loadBalanceDocument(connection.readRow(READ, walletId));
}

/** Replaces the balances of a wallet, inside a transaction. */
export function replaceBalances(
  connection: SqliteConnection,
  walletNo: number,
  balances: readonly AssetBalance[],
  withdrawableUnverified: boolean,
): void {
  const { json, unknownNetworks } = writeBalanceDocument(balances);
  const changed = connection.change(
    WRITE,
    walletNo,
    json,
    JSON.stringify(unknownNetworks),
    Number(withdrawableUnverified),
  );
  if (changed > 0) renewBalancesRevision(connection, walletNo);
}
