import pg from 'pg';

import type { ServingDatabase } from '../sql/database.ts';
import { isDistributed } from './citus.ts';
import { KEEP_PLANS } from './client-options.ts';
import { showRowsOf } from './connection.ts';
import { type PostgresDatabase, SNAPSHOT } from './database.ts';
import { encodeText } from './text-encoding.ts';

/**
 * Returns reads as the role of the service, to which row-level security shows only the wallet that the settings of a
 * transaction name: by its identifier in the table of wallets, by its number in all others. Both settings end with the
 * transaction.
 */
export function readAsService(database: PostgresDatabase): ServingDatabase {
  /** Citus cannot keep the plan of a page. */
  let isCitus: boolean | undefined;
  return {
    single: database,
    readCaller(walletId, work) {
      const id = pg.escapeLiteral(encodeText(walletId));
      return database.transact(`${SNAPSHOT}; SET LOCAL teller.wallet_id = ${id}`, work);
    },
    async readWallet(walletNo, work, keepsPlans = false) {
      isCitus ??= await isDistributed(database);
      // One message less than a command after the other.
      const begin = [SNAPSHOT, showRowsOf(walletNo)];
      if (keepsPlans && !isCitus) begin.push(KEEP_PLANS);
      return database.transact(begin.join('; '), work);
    },
  };
}
