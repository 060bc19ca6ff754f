/** The store, composed of the statements that both engines share and of what differs between them. */
import type { ServingDatabase } from './sql/database.ts';
import { readBalances } from './statements/balances.ts';
import { findCaller } from './statements/callers.ts';
import { checkIntegrity, type EngineChecks } from './statements/integrity.ts';
import { deliveryStatements } from './statements/deliveries.ts';
import { leaseStatements } from './statements/leases.ts';
import { listTransactions } from './statements/listing.ts';
import { changeStatements, manageStatements } from './statements/manage.ts';
import { statisticsStatements } from './statements/statistics.ts';
import { syncStatements } from './statements/sync.ts';
import { workerStatements } from './statements/workers.ts';
import type { Store } from './store.ts';

/** What differs between the engines. */
export interface Engine extends Pick<
  Store,
  | 'database'
  | 'tracksChanges'
  | 'generation'
  | 'ping'
  | 'checkSchema'
  | 'checkServingRole'
  | 'checkUser'
  | 'checkReads'
  | 'listNodes'
  | 'listMigrations'
  | 'migrate'
  | 'close'
> {
  readonly serving: ServingDatabase;
  readonly checks: EngineChecks;
}

/** Returns the store of an engine. */
export function createStore({ serving, checks, ...engine }: Engine): Store {
  const { database } = engine;
  return {
    ...engine,
    ...changeStatements(database),
    ...leaseStatements(database),
    ...workerStatements(database),
    ...syncStatements(database),
    ...deliveryStatements(database),
    ...manageStatements(database),
    ...statisticsStatements(serving.single, database),

    findCaller: (key, walletId) =>
      serving.readCaller(walletId, (session) => findCaller(session, key, walletId)),
    listTransactions: (wallet, query) => listTransactions(serving, wallet, query),
    readBalances: ({ no }) => readBalances(serving, no),
    checkIntegrity: (options) => checkIntegrity(database, checks, options),
  };
}
