/** The store, composed of the statements that both engines share and of what differs between them. */
import { writeBalanceDocument } from '../domain/balance-document.ts';
import type { ReportProgress } from './progress.ts';
import type { ServingStore } from './serving.ts';
import type { ServingDatabase } from './sql/database.ts';
import { readBalances } from './statements/balances.ts';
import { findCaller } from './statements/callers.ts';
import { type CheckedDatabase, checkIntegrity } from './statements/integrity.ts';
import { deliveryStatements } from './statements/deliveries.ts';
import { importStatements } from './statements/imports.ts';
import { leaseStatements } from './statements/leases.ts';
import { EMPTY_PAGE, isNewest, listTransactions } from './statements/listing.ts';
import { manageStatements } from './statements/manage.ts';
import { masterKeyStatements } from './statements/master-keys.ts';
import { sizeStatement, statisticsStatements } from './statements/statistics.ts';
import { syncStatements } from './statements/sync-writes.ts';
import { tenantStatements } from './statements/tenants.ts';
import { walletStatements } from './statements/wallets.ts';
import { webhookStatements } from './statements/webhooks.ts';
import { workerStatements } from './statements/workers.ts';
import type { MigrationState, Store } from './store.ts';

/** What differs between the engines. */
export interface Engine
  extends CheckedDatabase, Pick<ServingStore, 'generation' | 'ping' | 'listNodes'> {
  readonly serving: ServingDatabase;
  listMigrations(): Promise<readonly MigrationState[]>;
  migrate(onProgress?: ReportProgress): Promise<readonly MigrationState[]>;
  close(): Promise<void>;
}

/** Returns the store of an engine. */
export function createStore(engine: Engine): Store {
  const { database, serving } = engine;
  return {
    database,
    ...tenantStatements(database),
    ...masterKeyStatements(database),
    ...walletStatements(database),
    ...leaseStatements(database),
    ...workerStatements(database),
    ...syncStatements(database),
    ...importStatements(database),
    ...webhookStatements(database),
    ...deliveryStatements(database),
    ...manageStatements(database),
    ...statisticsStatements(serving.single),
    ...sizeStatement(database),

    findCaller: (key, walletId) =>
      serving.readCaller(walletId, (session) => findCaller(session, key, walletId)),
    async listTransactions(walletId, query) {
      const page = await serving.readWallet(
        walletId,
        (session, wallet) => listTransactions(session, wallet, query),
        isNewest(query),
      );
      return page ?? EMPTY_PAGE;
    },
    async readBalances(walletId) {
      const document = await serving.readWallet(
        walletId,
        (session, { no }) => readBalances(session, no),
        true,
      );
      return document ?? writeBalanceDocument([]);
    },
    generation: (keyId, walletId) => engine.generation(keyId, walletId),
    ping: () => engine.ping(),
    listNodes: () => engine.listNodes(),

    listMigrations: () => engine.listMigrations(),
    migrate: (onProgress) => engine.migrate(onProgress),
    checkIntegrity: (options) => checkIntegrity(engine, options),
    close: () => engine.close(),
  };
}
