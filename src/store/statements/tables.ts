/** The tables of both engines. */

/** What the program does with a table. */
export interface Table {
  /** Its key, in whose order `teller copy` reads it; missing if it is not copied. */
  readonly key?: readonly string[];
  /** True if the role of the service reads it, on PostgreSQL. */
  readonly isServed?: true;
  /**
   * On Citus, `true` if it is distributed by wallet, so that all its rows of a wallet are on one node. These tables are what a
   * wallet has most of, and what changes in one step with it: a node commits these rows, their counts, revisions and events
   * together. All others remain on the coordinator, and every node reads them from there: they are needed without a wallet,
   * such as API keys, or searched across wallets, such as the next due one. Copies of them on every node (reference tables)
   * could not be written while a node is down: no key could be revoked.
   */
  readonly isDistributed?: true;
}

const SERVED = { isServed: true } as const;
const DISTRIBUTED = { isDistributed: true } as const;

/** Tables without data of a single wallet; those that others refer to are first. */
const SHARED: Readonly<Record<string, Table>> = {
  schema_migration: SERVED,
  sync_worker: {},
  master_key: { key: ['only_row'], ...SERVED },
  organization: { key: ['id'] },
  project: { key: ['id'], ...SERVED },
  api_key: { key: ['id'], ...SERVED },
  management_key: { key: ['id'] },
  idempotency_key: { key: ['management_key_id', 'idempotency_key'] },
  connect_session: { key: ['id'] },
  audit_log: { key: ['id'] },
  webhook_endpoint: { key: ['id'] },
  wallet: { key: ['wallet_no'], ...SERVED },
};

/** Tables with data of a wallet, by its number. A removal deletes the rows of `wallet_sync` first, which writers lock. */
const OF_WALLET: Readonly<Record<string, Table>> = {
  wallet_sync: { key: ['wallet_no'], ...SERVED },
  wallet_credentials: { key: ['wallet_no'] },
  wallet_content: { key: ['wallet_no'], ...SERVED, ...DISTRIBUTED },
  wallet_transaction: { key: ['wallet_no', 'id'], ...SERVED, ...DISTRIBUTED },
  transaction_count: { ...SERVED, ...DISTRIBUTED },
  transaction_move: { key: ['wallet_no', 'move_no'], ...SERVED, ...DISTRIBUTED },
  wallet_network: { key: ['wallet_no', 'asset', 'id'], ...SERVED, ...DISTRIBUTED },
  wallet_balance: { key: ['wallet_no', 'asset'], ...SERVED, ...DISTRIBUTED },
  wallet_coverage: { key: ['wallet_no', 'source', 'from_ms'] },
  wallet_quarantine: { key: ['wallet_no', 'key'] },
  wallet_recheck: { key: ['wallet_no', 'transaction_id'] },
  wallet_import: { key: ['wallet_no', 'import_no'] },
  wallet_import_change: { key: ['wallet_no', 'transaction_id', 'import_no'], ...DISTRIBUTED },
  wallet_event: { key: ['wallet_no', 'event_no'], ...DISTRIBUTED },
  webhook_delivery: { key: ['wallet_no', 'endpoint_id'] },
};

/** All tables; those that others refer to are first. */
export const TABLES: Readonly<Record<string, Table>> = { ...SHARED, ...OF_WALLET };

/** The names of the tables with data of a wallet. */
export const WALLET_TABLES: readonly string[] = Object.keys(OF_WALLET);

/** Returns the names of the tables for which a condition is true. */
export function listTables(condition: (table: Table) => boolean): readonly string[] {
  return Object.keys(TABLES).filter((name) => condition(TABLES[name] ?? {}));
}
