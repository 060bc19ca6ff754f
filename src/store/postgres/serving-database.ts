import { LRUCache } from 'lru-cache';
import pg from 'pg';

import type { ServingDatabase, ServingSession, Session, WalletKey } from '../sql/database.ts';
import { findWalletNo } from '../statements/wallets.ts';
import { isDistributed } from './citus.ts';
import { KEEP_PLANS } from './client-options.ts';
import { type PostgresConnection, showRowsOf } from './connection.ts';
import { type PostgresDatabase, SNAPSHOT } from './database.ts';
import { encodeText } from './text-encoding.ts';

/** Maximum wallets whose numbers are cached. */
const NUMBERS_MAX = 10_000;

/**
 * Reads as the role of the service, to which row-level security shows only the wallet that the settings of a transaction
 * name: by its identifier in the table of wallets, by its number in all others. Both settings end with the transaction.
 */
export class PostgresServingDatabase implements ServingDatabase {
  readonly #database: PostgresDatabase;
  /**
   * The numbers of wallets, so that a read needs one round trip less. A number is never used again. If a wallet was removed
   * and copied into the database again, its former number has no content.
   */
  readonly #numbers = new LRUCache<string, number>({ max: NUMBERS_MAX });
  /** Citus cannot keep the plan of a page. */
  #isDistributed: boolean | undefined;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  get single(): Session {
    return this.#database;
  }

  readCaller<T>(walletId: string, work: (session: ServingSession) => Promise<T>): Promise<T> {
    return this.#read(async (connection) => {
      nameWallet(connection, walletId);
      const result = await work(connection);
      this.#remember(walletId, connection.shownWalletNo);
      return result;
    });
  }

  async readWallet<T>(
    walletId: string,
    work: (session: ServingSession, wallet: WalletKey) => Promise<T | undefined>,
    keepsPlans = false,
  ): Promise<T | undefined> {
    const known = this.#numbers.get(walletId);
    if (known !== undefined) {
      this.#isDistributed ??= await isDistributed(this.#database);
      const begin = [SNAPSHOT, showRowsOf(known)];
      if (keepsPlans && !this.#isDistributed) begin.push(KEEP_PLANS);
      const result = await this.#read(
        (connection) => work(connection, { id: walletId, no: known }),
        // One message less than a command after the other.
        begin.join('; '),
      );
      if (result !== undefined) return result;
    }
    return this.#read(async (connection) => {
      nameWallet(connection, walletId);
      const found = await findWalletNo(connection, walletId);
      this.#remember(walletId, found);
      if (found === undefined) return undefined;
      connection.showWallet(found);
      return work(connection, { id: walletId, no: found });
    });
  }

  #read<T>(work: (connection: PostgresConnection) => Promise<T>, begin = SNAPSHOT): Promise<T> {
    return this.#database.transact(begin, work);
  }

  #remember(walletId: string, walletNo: number | undefined): void {
    if (walletNo !== undefined) this.#numbers.set(walletId, walletNo);
  }
}

function nameWallet(connection: PostgresConnection, walletId: string): void {
  connection.send(`SET LOCAL teller.wallet_id = ${pg.escapeLiteral(encodeText(walletId))}`);
}
