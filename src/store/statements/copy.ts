/** The store as the source and the target of a copy. */
import type { CopySource, CopyTarget } from '../copy.ts';
import { RecordNotFoundError } from '../errors.ts';
import { asSynced, findChanges, replaceTransaction } from '../rules/row-changes.ts';
import type { Database } from '../sql/database.ts';
import { at, raw, sql } from '../sql/query.ts';
import { appendAudit, listAuditAfter } from './audit.ts';
import { addImport, addImportChanges, setHasImports } from './imports.ts';
import { lockWallet } from './written-wallet.ts';
import { listQuarantine } from './quarantine.ts';
import { listAllRechecks } from './rechecks.ts';
import { findStored, writeChanges } from './transactions.ts';
import { toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from './transaction-rows.ts';
import { requireWalletNo } from './wallets.ts';

/** Returns the methods of a copy. */
export function copyStatements(
  database: Database,
): Omit<CopySource, 'listOrganizations' | 'listProjects'> & CopyTarget {
  return {
    async listTransactionsAfter(walletId, after, limit) {
      const walletNo = await requireWalletNo(database, walletId);
      const isLater =
        after === undefined
          ? raw('true')
          : sql`(tx.time, tx.id) > (${at(after.timestampMs)}, ${after.id})`;
      const rows = await database.rows<TransactionRow>(sql`SELECT ${TRANSACTION_COLUMNS}
        FROM wallet_transaction AS tx WHERE tx.wallet_no = ${walletNo} AND ${isLater}
        ORDER BY tx.time, tx.id LIMIT ${limit}`);
      return rows.map(toTransaction);
    },

    async listImportChanges(walletId) {
      const walletNo = await requireWalletNo(database, walletId);
      const rows = await database.rows<{ readonly importNo: number; readonly before: string }>(
        sql`SELECT import_no AS "importNo", before FROM wallet_import_change
          WHERE wallet_no = ${walletNo} ORDER BY transaction_id, import_no`,
      );
      return rows.map(({ importNo, before }) => ({ importNo, before: JSON.parse(before) }));
    },

    listQuarantine: async (walletId) =>
      listQuarantine(database, await requireWalletNo(database, walletId)),

    listAllRechecks: async (walletId) =>
      listAllRechecks(database, await requireWalletNo(database, walletId)),

    async readAccountHash(walletId) {
      const row = await database.row<{ readonly hash: Uint8Array | null }>(
        sql`SELECT account_hash AS hash FROM wallet WHERE id = ${walletId}`,
      );
      if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
      return row.hash;
    },

    listAuditAfter: (after, limit) => listAuditAfter(database, after, limit),

    copyAudit: (entries) => database.write((session) => appendAudit(session, entries)),

    copyTransactions: (walletId, rows) =>
      database.write(async (session) => {
        const wallet = await lockWallet(session, walletId);
        const stored = await findStored(session, wallet.walletNo, rows);
        const read = rows.map((row) => ({ ...asSynced(row), ...row }));
        const changes = findChanges(stored, read, replaceTransaction);
        await writeChanges(session, wallet, changes);
        return { added: changes.addedCount };
      }),

    copyImports: (walletId, { imports, changes, hasImports }) =>
      database.write(async (session) => {
        const wallet = await lockWallet(session, walletId);
        for (const record of imports) await addImport(session, wallet.walletNo, record);
        for (const { importNo, before } of changes) {
          await addImportChanges(session, wallet.walletNo, importNo, [before]);
        }
        if (hasImports) await setHasImports(session, wallet);
      }),
  };
}
