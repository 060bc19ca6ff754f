import pg from 'pg';

import type { ServingDatabase, ServingSession, Session } from '../sql/database.ts';
import { isDistributed } from './citus.ts';
import { KEEP_PLANS } from './client-options.ts';
import { showRowsOf } from './connection.ts';
import { type PostgresDatabase, SNAPSHOT } from './database.ts';
import { encodeText } from './text-encoding.ts';

/**
 * Reads as the role of the service, to which row-level security shows only the wallet that the settings of a transaction
 * name: by its identifier in the table of wallets, by its number in all others. Both settings end with the transaction.
 */
export class PostgresServingDatabase implements ServingDatabase {
  readonly #database: PostgresDatabase;
  /** Citus cannot keep the plan of a page. */
  #isDistributed: boolean | undefined;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  get single(): Session {
    return this.#database;
  }

  readCaller<T>(walletId: string, work: (session: ServingSession) => Promise<T>): Promise<T> {
    const id = pg.escapeLiteral(encodeText(walletId));
    return this.#database.transact(`${SNAPSHOT}; SET LOCAL teller.wallet_id = ${id}`, work);
  }

  async readWallet<T>(
    walletNo: number,
    work: (session: ServingSession) => Promise<T>,
    keepsPlans = false,
  ): Promise<T> {
    this.#isDistributed ??= await isDistributed(this.#database);
    // One message less than a command after the other.
    const begin = [SNAPSHOT, showRowsOf(walletNo)];
    if (keepsPlans && !this.#isDistributed) begin.push(KEEP_PLANS);
    return this.#database.transact(begin.join('; '), work);
  }
}
