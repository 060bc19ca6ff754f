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
    unknown_networks FROM wallet_balances
  WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)`;
/** Writes nothing where the exchange tells what it told before: most readings do. */
const WRITE = `INSERT INTO wallet_balances (wallet_no, body, unknown_networks) VALUES (?, ?, ?)
  ON CONFLICT (wallet_no) DO UPDATE
    SET body = excluded.body, unknown_networks = excluded.unknown_networks
    WHERE (body, unknown_networks) IS NOT (excluded.body, excluded.unknown_networks)`;

/** See `ServingStore.readBalances`. */
export function readBalances(connection: SqliteConnection, walletId: string): BalanceDocument {
  return loadBalanceDocument(connection.readRow(READ, walletId));
}

/** Replaces the balances of a wallet, inside a transaction. */
export function replaceBalances(
  connection: SqliteConnection,
  walletNo: number,
  balances: readonly AssetBalance[],
): void {
  const { json, unknownNetworks } = writeBalanceDocument(balances);
  const changed = connection.change(WRITE, walletNo, json, JSON.stringify(unknownNetworks));
  if (changed > 0) renewBalancesRevision(connection, walletNo);
}
