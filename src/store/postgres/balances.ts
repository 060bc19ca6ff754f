import {
  type BalanceDocument,
  loadBalanceDocument,
  writeBalanceDocument,
} from '../../domain/balance-document.ts';
import type { AssetBalance } from '../../domain/balance.ts';
import type { BoundStatement, PostgresConnection, Statement } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { renewBalancesRevision } from './revisions.ts';

const READ: Statement = {
  name: 'read_balances',
  text: 'SELECT body, unknown_networks FROM wallet_balances WHERE wallet_id = $1',
};
const WRITE: Statement = {
  name: 'write_balances',
  text: `INSERT INTO wallet_balances (wallet_id, body, unknown_networks) VALUES ($1, $2, $3)
    ON CONFLICT (wallet_id) DO UPDATE
      SET body = excluded.body, unknown_networks = excluded.unknown_networks`,
};

/** See `ServingStore.readBalances`. */
export async function readBalances(
  database: PostgresDatabase,
  walletId: string,
): Promise<BalanceDocument> {
  const [row] = await database.readOfWallet(walletId, READ, walletId);
  return loadBalanceDocument(row);
}

/** The balances that are kept, inside a transaction. */
export async function readKnownBalances(
  connection: PostgresConnection,
  walletId: string,
): Promise<BalanceDocument> {
  return loadBalanceDocument((await connection.run(READ, walletId)).rows[0]);
}

/** Replaces the balances of a wallet; nothing where the exchange tells what it told before. */
export function replaceBalances(
  connection: PostgresConnection,
  walletId: string,
  balances: readonly AssetBalance[],
  known: BalanceDocument,
): readonly BoundStatement[] {
  const { json, unknownNetworks } = writeBalanceDocument(balances);
  const unknown = JSON.stringify(unknownNetworks);
  if (json === known.json && unknown === JSON.stringify(known.unknownNetworks)) return [];
  return [[WRITE, walletId, json, unknown], renewBalancesRevision(connection, walletId)];
}
