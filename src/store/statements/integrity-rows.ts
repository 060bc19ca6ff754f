/** Compares the rows of each wallet with their checksums and counts, and makes synchronisation re-read wrong ones. */
import type { IntegrityOptions, StoreCheck } from '../admin.ts';
import {
  type CorruptedRow,
  describeCounts,
  describeRows,
  listCorruptedSynced,
  listReread,
  type RowFindings,
  type UndoableImport,
} from '../rules/row-findings.ts';
import type { OwnSession, Session, WriteSession } from '../sql/database.ts';
import { at, EngineText, type Query, raw, sql } from '../sql/query.ts';
import { recordRepair } from './audit.ts';
import { areCountsRight, listMissing, rebuildCounts } from './counts.ts';
import { listCoverage, rereadRanges } from './coverage.ts';
import { countRows, readValue } from './read-value.ts';
import { lockIfPresent } from './written-wallet.ts';
import { isCorrupted, TRANSACTION_COLUMNS, type TransactionRow } from './transaction-rows.ts';
import { removeCorrupted, renewRevision } from './transactions.ts';

/** Rows of one read: some MB, and a report of the progress each. */
const BATCH_ROWS = 10_000;
/** Only SQLite has checksums of rows; the pages of PostgreSQL have them. */
const HAS_CHECKSUMS = new EngineText({ sqlite: 'true', postgres: 'false' });

/** A wallet whose rows can be read. */
export interface CheckedWallet {
  readonly walletNo: number;
  readonly id: string;
  readonly projectId: string;
  readonly exchange: string;
}

/**
 * Returns the findings `counts` and `rows`. A fix rebuilds counts. It also removes corrupted rows that synchronisation has
 * read, and the coverage of these and of missing rows, so that synchronisation re-reads them; and it corrects the project of
 * rows.
 */
export async function checkRows(
  session: OwnSession,
  wallets: readonly CheckedWallet[],
  options: IntegrityOptions,
): Promise<readonly StoreCheck[]> {
  const counts: number[] = [];
  // A statement for each wallet needs no other node of a cluster.
  for (const { walletNo } of wallets) {
    const count = sql`SELECT transaction_count FROM wallet_content WHERE wallet_no = ${walletNo}`;
    counts.push((await readValue<number>(session, count)) ?? 0);
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  const found: RowFindings[] = [];
  let before = 0;
  for (const [index, wallet] of wallets.entries()) {
    const report = (rows: number): void => {
      const done = Math.min(before + rows, total);
      options.onProgress?.({ activity: 'checked', unit: 'rows', done, total });
    };
    const findings = await checkWallet(session, wallet, report);
    before += counts[index] ?? 0;
    report(0);
    if (findings === undefined) continue;
    const isThere =
      !options.fix || (await session.write((inside) => repair(inside, wallet, findings, options)));
    if (isThere) found.push(findings);
  }
  return [describeCounts(found, options.fix), describeRows(found, options.fix)];
}

/** Returns what is wrong with the rows of a wallet; `undefined` if nothing is. */
async function checkWallet(
  session: Session,
  { walletNo, id }: CheckedWallet,
  report: (rows: number) => void,
): Promise<RowFindings | undefined> {
  const corrupted: CorruptedRow[] = [];
  let checkedCount = 0;
  for await (const batch of readRows(session, walletNo)) {
    corrupted.push(...batch.filter((row) => isCorrupted(row)));
    checkedCount += batch.length;
    report(checkedCount);
  }
  const isRight = await areCountsRight(session, walletNo);
  const strayCount = await countRows(
    session,
    sql`FROM wallet_transaction WHERE ${isStray(walletNo)}`,
  );
  if (isRight && corrupted.length === 0 && strayCount === 0) return undefined;
  return {
    id,
    isSynced: await isSynced(session, walletNo),
    imports: await session.rows<UndoableImport>(sql`SELECT id, import_no AS "importNo",
        file_name AS "fileName"
      FROM wallet_import WHERE wallet_no = ${walletNo} AND undone_at_ms IS NULL ORDER BY import_no`),
    corrupted,
    missing: isRight ? [] : await listMissing(session, walletNo),
    strayCount,
    areCountsRight: isRight,
  };
}

/** Finds rows with the number of another project, which checksums do not cover. */
function isStray(walletNo: number): Query {
  return sql`wallet_no = ${walletNo}
    AND project_no <> (SELECT project_no FROM wallet_sync WHERE wallet_no = ${walletNo})`;
}

/** Reads all rows of a wallet that have checksums, in the order of their times. */
async function* readRows(
  session: Session,
  walletNo: number,
): AsyncGenerator<readonly TransactionRow[]> {
  let isLater = raw('true');
  for (;;) {
    const rows = await session.rows<TransactionRow>(sql`SELECT ${TRANSACTION_COLUMNS}
      FROM wallet_transaction AS tx WHERE tx.wallet_no = ${walletNo} AND ${HAS_CHECKSUMS} AND ${isLater}
      ORDER BY tx.time, tx.id LIMIT ${BATCH_ROWS}`);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_ROWS) return;
    isLater = sql`(tx.time, tx.id) > (${at(last.timestampMs)}, ${last.id})`;
  }
}

async function isSynced(session: Session, walletNo: number): Promise<boolean> {
  const state = await session.row(sql`SELECT 1 FROM wallet_sync
    WHERE wallet_no = ${walletNo} AND last_sync_at_ms IS NOT NULL`);
  return state !== undefined || (await listCoverage(session, walletNo)).length > 0;
}

/** Repairs a wallet; false if it was removed meanwhile. */
async function repair(
  session: WriteSession,
  { walletNo, id, projectId, exchange }: CheckedWallet,
  findings: RowFindings,
  { nowMs, isReadOldestFirst = () => true }: IntegrityOptions,
): Promise<boolean> {
  const wallet = await lockIfPresent(session, id);
  if (wallet === undefined) return false;
  const removed = findings.isSynced ? listCorruptedSynced(findings) : [];
  await removeCorrupted(session, walletNo, removed);
  await session.change(sql`UPDATE wallet_transaction SET project_no = ${wallet.projectNo}
    WHERE ${isStray(walletNo)}`);
  await rebuildCounts(session, walletNo);
  if (findings.isSynced) {
    const ranges = listReread(findings, isReadOldestFirst(exchange));
    if (ranges.length > 0) await rereadRanges(session, walletNo, ranges, nowMs);
  }
  await renewRevision(session, wallet);
  await recordRepair(session, nowMs, {
    action: 'wallet.repair',
    targets: { projectId, walletId: id },
    detail: { removed: removed.length },
  });
  return true;
}
