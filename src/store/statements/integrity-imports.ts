import { randomBytes } from 'node:crypto';

import { createId } from '../../domain/id.ts';
import type { IntegrityOptions, StoreCheck } from '../admin.ts';
import type { OwnSession, Session, WriteSession } from '../sql/database.ts';
import { type Query, sql } from '../sql/query.ts';
import type { CheckedWallet } from './checked-wallets.ts';
import { countOrChange } from './count-rows.ts';

/** Rows of an import that is missing or undone. */
interface UnlistedImport {
  readonly walletNo: number;
  readonly importNo: number;
  readonly count: number;
}

/** Former values of rows that are missing or synced. */
function leftChangesOf(walletNo: number): Query {
  return sql`FROM wallet_import_change WHERE wallet_no = ${walletNo} AND NOT EXISTS (
    SELECT 1 FROM wallet_transaction AS tx WHERE tx.wallet_no = wallet_import_change.wallet_no
      AND tx.id = wallet_import_change.transaction_id AND tx.import_no IS NOT NULL)`;
}

/** A wallet with imported rows in which synchronisation does not search for imported rows. */
function unmarkedOf(walletNo: number): Query {
  return sql`WHERE NOT has_imports AND wallet_no = ${walletNo} AND wallet_no IN (
    SELECT wallet_no FROM wallet_transaction
    WHERE wallet_no = ${walletNo} AND import_no IS NOT NULL)`;
}

/** What is found in the imports of wallets. */
interface ImportFindings {
  unlisted: number;
  leftChanges: number;
  unmarked: number;
}

/** Checks that every imported row has its import. A fix lists the import, so that it can be undone. */
export async function checkImports(
  session: OwnSession,
  wallets: readonly CheckedWallet[],
  options: IntegrityOptions,
): Promise<StoreCheck> {
  const name = 'imports';
  const sums: ImportFindings = { unlisted: 0, leftChanges: 0, unmarked: 0 };
  for (const { walletNo } of wallets) {
    const found = await checkWallet(session, walletNo, options);
    sums.unlisted += found.unlisted;
    sums.leftChanges += found.leftChanges;
    sums.unmarked += found.unmarked;
  }
  const found = [
    [sums.unlisted, 'rows of an import that is not listed or was undone'],
    [sums.leftChanges, 'former values of rows that are no longer imported'],
    [sums.unmarked, 'wallets with imported rows that are not marked as such'],
  ] as const;
  const list = found.flatMap(([rows, what]) => (rows > 0 ? [`${rows} ${what}`] : [])).join(', ');
  if (list === '') return { name, ok: true, detail: 'every imported row has its import' };
  return options.fix
    ? { name, ok: true, detail: `repaired: ${list}` }
    : { name, ok: false, detail: `${list}; repair them with --fix` };
}

async function checkWallet(
  session: OwnSession,
  walletNo: number,
  { fix, nowMs }: IntegrityOptions,
): Promise<ImportFindings> {
  const imports = await listUnlisted(session, walletNo);
  if (fix) {
    await session.write(async (inside) => {
      for (const each of imports) await listImport(inside, each, nowMs);
    });
  }
  const left = leftChangesOf(walletNo);
  const unmarked = unmarkedOf(walletNo);
  const mark = sql`UPDATE wallet_sync SET has_imports = true ${unmarked}`;
  return {
    unlisted: imports.reduce((sum, { count }) => sum + count, 0),
    leftChanges: await countOrChange(session, left, fix && sql`DELETE ${left}`),
    unmarked: await countOrChange(session, sql`FROM wallet_sync ${unmarked}`, fix && mark),
  };
}

/** Compares the lists here: on Citus only one of them is distributed. */
async function listUnlisted(
  session: Session,
  walletNo: number,
): Promise<readonly UnlistedImport[]> {
  const found = await session.rows<UnlistedImport>(sql`SELECT wallet_no AS "walletNo",
      import_no AS "importNo", count(*) AS count
    FROM wallet_transaction WHERE wallet_no = ${walletNo} AND import_no IS NOT NULL
    GROUP BY wallet_no, import_no`);
  const listed = await session.rows<Pick<UnlistedImport, 'importNo'>>(sql`SELECT
      import_no AS "importNo" FROM wallet_import
    WHERE wallet_no = ${walletNo} AND undone_at_ms IS NULL`);
  const known = new Set(listed.map(({ importNo }) => importNo));
  return found.filter(({ importNo }) => !known.has(importNo));
}

async function listImport(
  session: WriteSession,
  { walletNo, importNo, count: rows }: UnlistedImport,
  nowMs: number,
): Promise<void> {
  await session.change(sql`INSERT INTO wallet_import (wallet_no, import_no, id, imported_at_ms,
      row_count, added_count, known_count, changed_count, conflict_count)
    VALUES (${walletNo}, ${importNo}, ${createId('import', randomBytes)}, ${nowMs}, ${rows}, ${rows},
      0, 0, 0)
    ON CONFLICT (wallet_no, import_no) DO UPDATE SET undone_at_ms = NULL`);
}
