import { isDeepStrictEqual } from 'node:util';

import type { Transaction } from '../../src/domain/transaction.ts';
import type { StoredTransaction } from '../../src/store/rules/import-rows.ts';
import { asSynced } from '../../src/store/rules/row-changes.ts';
import type { Row } from '../../src/store/sql/database.ts';
import { EngineText, raw, sql } from '../../src/store/sql/query.ts';
import { findStored, writeChanges } from '../../src/store/statements/transactions.ts';
import { lockWallet } from '../../src/store/statements/written-wallet.ts';
import type { Store } from '../../src/store/store.ts';

/** Writes rows of a wallet without a lease; a row replaces a stored one with its id. Returns the number of new rows. */
export function storeRows(
  store: Store,
  walletId: string,
  rows: readonly (Transaction & Partial<StoredTransaction>)[],
): Promise<{ readonly added: number }> {
  return store.database.write(async (session) => {
    const wallet = await lockWallet(session, walletId);
    const stored = await findStored(session, wallet, rows);
    const before = new Map(stored.map((row) => [row.id, row]));
    const after = new Map(rows.map((row) => [row.id, { ...asSynced(row), ...row }]));
    const changes = [...after.values()].map((row) => ({ before: before.get(row.id), after: row }));
    await writeChanges(
      session,
      wallet,
      changes.filter((change) => !isDeepStrictEqual(change.before, change.after)),
    );
    return { added: after.size - before.size };
  });
}

const TABLES = new EngineText({
  sqlite: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT CAST(tablename AS text) AS name FROM pg_tables WHERE schemaname = 'public'`,
});

/** Returns the rows of all tables, by table. */
export async function readAllRows({
  database,
}: Store): Promise<ReadonlyMap<string, readonly Row[]>> {
  const names = await database.rows<{ readonly name: string }>(sql`${TABLES} ORDER BY name`);
  const found = new Map<string, readonly Row[]>();
  for (const { name } of names) {
    found.set(name, await database.rows(sql`SELECT * FROM ${raw(name)}`));
  }
  return found;
}
