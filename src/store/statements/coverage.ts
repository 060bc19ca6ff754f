/** The time ranges of each source that were read in full. */
import { cutCoverage, mergeCoverage } from '../rules/coverage.ts';
import type { CoverageRange, TimeRange } from '../records.ts';
import type { Session } from '../sql/database.ts';
import { type Query, raw, sql } from '../sql/query.ts';
import { END_LEASE } from './due-conditions.ts';

const COLUMNS = raw('source, from_ms AS "fromMs", to_ms AS "toMs", read_at_ms AS "readAtMs"');

/** Returns the ranges of a wallet, sorted by source and start. */
export function listCoverage(
  session: Session,
  walletNo: number | Query,
): Promise<readonly CoverageRange[]> {
  return session.rows<CoverageRange>(sql`SELECT ${COLUMNS} FROM wallet_coverage
    WHERE wallet_no = ${walletNo} ORDER BY source, from_ms`);
}

/** Adds a range that was read in full, merged with overlapping and adjacent ranges. */
export async function addCoverage(
  session: Session,
  walletNo: number,
  added: CoverageRange,
): Promise<void> {
  const neighbours = await takeRanges(session, walletNo, added);
  await insertRange(session, walletNo, mergeCoverage(added, neighbours));
}

/** Removes a range from the coverage of a source. */
export async function subtractCoverage(
  session: Session,
  walletNo: number,
  source: string,
  range: TimeRange,
): Promise<void> {
  const overlapping = await takeRanges(session, walletNo, { source, ...range });
  for (const rest of overlapping.flatMap((each) => cutCoverage(each, range))) {
    await insertRange(session, walletNo, rest);
  }
}

/**
 * Removes ranges from the coverage of all sources and makes the wallet due, unless it is stopped, so that they are re-read. A
 * worker that has the wallet loses it, because it would report the history as complete.
 */
export async function rereadRanges(
  session: Session,
  walletNo: number,
  ranges: readonly TimeRange[],
  nowMs: number,
): Promise<void> {
  const covered = await listCoverage(session, walletNo);
  for (const source of new Set(covered.map((range) => range.source))) {
    for (const range of ranges) await subtractCoverage(session, walletNo, source, range);
  }
  const due = sql`CASE WHEN next_run_at_ms IS NULL THEN NULL ELSE CAST(${nowMs} AS bigint) END`;
  await session.change(sql`UPDATE wallet_sync
    SET history_complete = false, next_run_at_ms = ${due}, ${END_LEASE}
    WHERE wallet_no = ${walletNo}`);
}

/** Removes the ranges that overlap or touch a range, and returns them. */
async function takeRanges(
  session: Session,
  walletNo: number,
  { source, fromMs, toMs }: TimeRange & { readonly source: string },
): Promise<readonly CoverageRange[]> {
  const isNear = sql`wallet_no = ${walletNo} AND source = ${source}
    AND from_ms <= ${toMs} AND to_ms >= ${fromMs}`;
  const ranges = await session.rows<CoverageRange>(
    sql`SELECT ${COLUMNS} FROM wallet_coverage WHERE ${isNear} ORDER BY from_ms`,
  );
  if (ranges.length > 0) await session.change(sql`DELETE FROM wallet_coverage WHERE ${isNear}`);
  return ranges;
}

async function insertRange(
  session: Session,
  walletNo: number,
  { source, fromMs, toMs, readAtMs }: CoverageRange,
): Promise<void> {
  await session.change(sql`INSERT INTO wallet_coverage
      (wallet_no, source, from_ms, to_ms, read_at_ms)
    VALUES (${walletNo}, ${source}, ${fromMs}, ${toMs}, ${readAtMs})`);
}
