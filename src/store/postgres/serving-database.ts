import pg from 'pg';

import type { ServingDatabase } from '../sql/database.ts';
import { isDistributed } from './citus.ts';
import { PLAN_EACH } from './client-options.ts';
import { showRowsOf } from './connection.ts';
import { type PostgresDatabase, SNAPSHOT } from './database.ts';
import { isPreparedElsewhere } from './postgres-error.ts';
import { encodeText } from './text-encoding.ts';

const BEGIN = `${SNAPSHOT}; ${PLAN_EACH}`;

/**
 * Returns reads as the role of the service, to which row-level security shows only the wallet that the settings of a
 * transaction name: by its identifier in the table of wallets, by its number in all others. Both settings end with the
 * transaction.
 */
export function readAsService(database: PostgresDatabase): ServingDatabase {
  /** False for Citus, which cannot keep the plan of a page, and behind a pooler that changes connections. */
  let keepsStatements: boolean | undefined;
  const readWallet: ServingDatabase['readWallet'] = (walletNo, work) =>
    database.transact(`${BEGIN}; ${showRowsOf(walletNo)}`, work);
  return {
    single: database,
    readCaller(walletId, work) {
      const id = pg.escapeLiteral(encodeText(walletId));
      return database.transact(`${BEGIN}; SET LOCAL teller.wallet_id = ${id}`, work);
    },
    readWallet,
    async readAtOnce(walletNo, queries) {
      keepsStatements ??= !(await isDistributed(database));
      if (keepsStatements) {
        try {
          return await database.readAtOnce(`${SNAPSHOT}; ${showRowsOf(walletNo)}`, queries);
        } catch (error) {
          if (!isPreparedElsewhere(error)) throw error;
          keepsStatements = false;
        }
      }
      return readWallet(walletNo, (session) =>
        Promise.all(queries.map((query) => session.rows(query))),
      );
    },
  };
}
