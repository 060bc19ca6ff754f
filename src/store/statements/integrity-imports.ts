import { randomBytes } from 'node:crypto';

import { createId } from '../../domain/id.ts';
import type { IntegrityOptions, StoreCheck } from '../admin.ts';
import type { OwnSession, Session, WriteSession } from '../sql/database.ts';
import { sql } from '../sql/query.ts';
import { countOrChange } from './count-rows.ts';

/** Rows of an import that is missing or undone. */
interface UnlistedImport {
  readonly walletNo: number;
  readonly importNo: number;
  readonly count: number;
}

const FOUND = sql`SELECT wallet_no AS "walletNo", import_no AS "importNo", count(*) AS count
  FROM wallet_transaction WHERE import_no IS NOT NULL GROUP BY wallet_no, import_no`;
const LISTED = sql`SELECT wallet_no AS "walletNo", import_no AS "importNo"
  FROM wallet_import WHERE undone_at_ms IS NULL`;
/** Former values of rows that are missing or synced. */
const LEFT_CHANGES = sql`FROM wallet_import_change WHERE NOT EXISTS (
  SELECT 1 FROM wallet_transaction AS tx WHERE tx.wallet_no = wallet_import_change.wallet_no
    AND tx.id = wallet_import_change.transaction_id AND tx.import_no IS NOT NULL)`;
/** Wallets with imported rows in which synchronisation does not search for imported rows. */
const UNMARKED = sql`WHERE NOT has_imports AND wallet_no IN (
  SELECT wallet_no FROM wallet_transaction WHERE import_no IS NOT NULL)`;

/** Checks that every imported row has its import. A fix lists the import, so that it can be undone. */
export async function checkImports(
  session: OwnSession,
  { fix, nowMs }: IntegrityOptions,
): Promise<StoreCheck> {
  const name = 'imports';
  const imports = await listUnlisted(session);
  if (fix) {
    await session.write(async (inside) => {
      for (const each of imports) await listImport(inside, each, nowMs);
    });
  }
  const unlisted = imports.reduce((sum, { count }) => sum + count, 0);
  const leftChanges = await countOrChange(
    session,
    LEFT_CHANGES,
    fix && sql`DELETE ${LEFT_CHANGES}`,
  );
  const unmarked = await countOrChange(
    session,
    sql`FROM wallet_sync ${UNMARKED}`,
    fix && sql`UPDATE wallet_sync SET has_imports = true ${UNMARKED}`,
  );
  const found = [
    [unlisted, 'rows of an import that is not listed or was undone'],
    [leftChanges, 'former values of rows that are no longer imported'],
    [unmarked, 'wallets with imported rows that are not marked as such'],
  ] as const;
  const list = found.flatMap(([rows, what]) => (rows > 0 ? [`${rows} ${what}`] : [])).join(', ');
  if (list === '') return { name, ok: true, detail: 'every imported row has its import' };
  return fix
    ? { name, ok: true, detail: `repaired: ${list}` }
    : { name, ok: false, detail: `${list}; repair them with --fix` };
}

/** Compares the lists here: on Citus only one of them is distributed. */
async function listUnlisted(session: Session): Promise<readonly UnlistedImport[]> {
  const listed = await session.rows<Omit<UnlistedImport, 'count'>>(LISTED);
  const known = new Set(listed.map(({ walletNo, importNo }) => `${walletNo} ${importNo}`));
  const found = await session.rows<UnlistedImport>(FOUND);
  return found.filter(({ walletNo, importNo }) => !known.has(`${walletNo} ${importNo}`));
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
