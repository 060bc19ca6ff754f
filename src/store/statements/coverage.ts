/** The time ranges of each source that were read in full. */
import { cutCoverage, mergeCoverage } from '../rules/coverage.ts';
import type { CoverageRange, ReadRange, TimeRange } from '../records.ts';
import type { Session } from '../sql/database.ts';
import { type Query, raw, sql } from '../sql/query.ts';
import { END_LEASE } from './leases.ts';

const COLUMNS = raw(`source, from_ms AS "fromMs", to_ms AS "toMs", read_at_ms AS "readAtMs",
  reread_requested_at_ms AS "rereadRequestedAtMs"`);

/** Returns the ranges of a wallet, sorted by source and start. */
export function listCoverage(
  session: Session,
  walletNo: number | Query,
): Promise<readonly CoverageRange[]> {
  return session.rows<CoverageRange>(sql`SELECT ${COLUMNS} FROM wallet_coverage
    WHERE wallet_no = ${walletNo} ORDER BY source, from_ms`);
}

/** Adds a range that was read in full. It is merged with its neighbours, and no re-read of it is requested any more. */
export async function addCoverage(
  session: Session,
  walletNo: number,
  added: ReadRange,
): Promise<void> {
  const neighbours = await takeRanges(session, walletNo, added);
  const isRequested = (range: CoverageRange): boolean => range.rereadRequestedAtMs !== null;
  const read = neighbours.filter((range) => !isRequested(range));
  const rest = neighbours.filter(isRequested).flatMap((range) => cutCoverage(range, added));
  await insertRanges(session, walletNo, [mergeCoverage(added, read), ...rest]);
}

/** Removes a range from the coverage of a source. */
export async function subtractCoverage(
  session: Session,
  walletNo: number,
  source: string,
  range: TimeRange,
): Promise<void> {
  const overlapping = await takeRanges(session, walletNo, { source, ...range });
  const rest = overlapping.flatMap((each) => cutCoverage(each, range));
  await insertRanges(session, walletNo, rest);
}

/**
 * Requests that all sources are read again from a time on, and makes the wallet incomplete. The ranges remain covered, because
 * an exchange may not return all of them again.
 */
export async function requestReread(
  session: Session,
  walletNo: number,
  fromMs: number,
  nowMs: number,
): Promise<void> {
  const straddles = sql`wallet_no = ${walletNo} AND from_ms < ${fromMs} AND to_ms > ${fromMs}`;
  await session.change(sql`INSERT INTO wallet_coverage
      (wallet_no, source, from_ms, to_ms, read_at_ms, reread_requested_at_ms)
    SELECT wallet_no, source, CAST(${fromMs} AS bigint), to_ms, read_at_ms, reread_requested_at_ms
      FROM wallet_coverage WHERE ${straddles}`);
  await session.change(sql`UPDATE wallet_coverage SET to_ms = ${fromMs} WHERE ${straddles}`);
  await session.change(sql`UPDATE wallet_coverage SET reread_requested_at_ms = ${nowMs}
    WHERE wallet_no = ${walletNo} AND from_ms >= ${fromMs}`);
  await makeIncomplete(session, walletNo, nowMs);
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
  await makeIncomplete(session, walletNo, nowMs);
}

/** Makes a wallet due, unless it is stopped. A worker that has it loses it. */
async function makeIncomplete(session: Session, walletNo: number, nowMs: number): Promise<void> {
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

async function insertRanges(
  session: Session,
  walletNo: number,
  ranges: readonly CoverageRange[],
): Promise<void> {
  for (const { source, fromMs, toMs, readAtMs, rereadRequestedAtMs } of ranges) {
    await session.change(sql`INSERT INTO wallet_coverage
        (wallet_no, source, from_ms, to_ms, read_at_ms, reread_requested_at_ms)
      VALUES (${walletNo}, ${source}, ${fromMs}, ${toMs}, ${readAtMs}, ${rereadRequestedAtMs})`);
  }
}
