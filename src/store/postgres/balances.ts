import type { BalanceDocument } from '../../domain/balance-document.ts';
import type { StoreCheck } from '../admin.ts';
import type { Revised } from '../serving.ts';
import {
  areBalancesIntact,
  checksumOfBalances,
  loadBalances,
  reportBalances,
  toBalanceColumns,
} from '../stored-balances.ts';
import type { PostgresConnection } from './connection.ts';
import type { BoundStatement, PostgresRow, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { renewBalancesRevision } from './revisions.ts';

const READ: Statement = {
  name: 'read_balances',
  text: `SELECT body, unknown_networks, withdrawable_unverified, checksum
    FROM wallet_balances WHERE wallet_id = $1`,
};
const LIST_IDS: Statement = {
  name: 'list_ids_with_balances',
  text: 'SELECT wallet_id FROM wallet_balances ORDER BY wallet_id',
};
const WRITE: Statement = {
  name: 'write_balances',
  text: `INSERT INTO wallet_balances
      (wallet_id, body, unknown_networks, withdrawable_unverified, checksum)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (wallet_id) DO UPDATE
      SET body = excluded.body, unknown_networks = excluded.unknown_networks,
        withdrawable_unverified = excluded.withdrawable_unverified, checksum = excluded.checksum`,
};

/** See `ServingStore.readBalances`. */
export async function readBalances(
  database: PostgresDatabase,
  walletId: string,
  revision?: number,
): Promise<BalanceDocument & Revised> {
  const read = { walletId, of: 'balances', revision } as const;
  const { rows, revisions } = await database.readRowsOfWallet(read, READ, walletId);
  const document = loadBalances(walletId, rows[0]);
  return revision === undefined ? document : { ...document, revision: revisions?.balances };
}

/** Returns the stored row, inside a transaction; `undefined` if there is none. */
export async function readStoredBalances(
  connection: PostgresConnection,
  walletId: string,
): Promise<PostgresRow | undefined> {
  return (await connection.run(READ, walletId)).rows[0];
}

/** Replaces the balances of a wallet; writes nothing if the stored row is the same. */
export function replaceBalances(
  connection: PostgresConnection,
  walletId: string,
  document: BalanceDocument & { readonly json: string },
  stored: PostgresRow | undefined,
): readonly BoundStatement[] {
  const columns = toBalanceColumns(document);
  const [, unknownNetworks, unverified] = columns;
  const row = [document.json, unknownNetworks, Boolean(unverified), checksumOfBalances(columns)];
  if (stored !== undefined && row.every((value, at) => value === stored[at])) return [];
  return [[WRITE, walletId, ...row], ...renewBalancesRevision(connection, walletId)];
}

/** Compares the balances of every wallet with their checksums. */
export async function checkBalances(database: PostgresDatabase): Promise<StoreCheck> {
  const corrupted: string[] = [];
  for (const [id] of await database.read(LIST_IDS)) {
    const walletId = id as string;
    const row = await database.prove((connection) => readStoredBalances(connection, walletId));
    if (row !== undefined && !areBalancesIntact(row)) corrupted.push(walletId);
  }
  return reportBalances(corrupted);
}
