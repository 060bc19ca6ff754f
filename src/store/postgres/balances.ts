import {
  type BalanceDocument,
  loadBalanceDocument,
  type writeBalanceDocument,
} from '../../domain/balance-document.ts';
import type { Revised } from '../serving.ts';
import type { BoundStatement, PostgresConnection, Statement } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { renewBalancesRevision } from './revisions.ts';

const READ: Statement = {
  name: 'read_balances',
  text: `SELECT body, unknown_networks, withdrawable_unverified
    FROM wallet_balances WHERE wallet_id = $1`,
};
const WRITE: Statement = {
  name: 'write_balances',
  text: `INSERT INTO wallet_balances (wallet_id, body, unknown_networks, withdrawable_unverified)
    VALUES ($1, $2, $3, $4)
    ON CONFLICT (wallet_id) DO UPDATE
      SET body = excluded.body, unknown_networks = excluded.unknown_networks,
        withdrawable_unverified = excluded.withdrawable_unverified`,
};

/** See `ServingStore.readBalances`. */
export async function readBalances(
  database: PostgresDatabase,
  walletId: string,
  revision?: number,
): Promise<BalanceDocument & Revised> {
  const read = { walletId, of: 'balances', revision } as const;
  const { rows, revisions } = await database.readRowsOfWallet(read, READ, walletId);
  const document = loadBalanceDocument(rows[0]);
  return revision === undefined ? document : { ...document, revision: revisions?.balances };
}

/** The stored balances, inside a transaction. */
export async function readKnownBalances(
  connection: PostgresConnection,
  walletId: string,
): Promise<BalanceDocument> {
  return loadBalanceDocument((await connection.run(READ, walletId)).rows[0]);
}

/** Replaces the balances of a wallet; nothing if the exchange reports what it reported before. */
export function replaceBalances(
  connection: PostgresConnection,
  walletId: string,
  written: ReturnType<typeof writeBalanceDocument>,
  known: BalanceDocument,
): readonly BoundStatement[] {
  const { json, withdrawableUnverified } = written;
  const unknown = JSON.stringify(written.unknownNetworks);
  const isSame =
    json === known.json &&
    unknown === JSON.stringify(known.unknownNetworks) &&
    withdrawableUnverified === known.withdrawableUnverified;
  if (isSame) return [];
  return [
    [WRITE, walletId, json, unknown, withdrawableUnverified],
    ...renewBalancesRevision(connection, walletId),
  ];
}
