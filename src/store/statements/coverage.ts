/** The time ranges of each source that were read in full. */
import { cutCoverage, mergeCoverage } from '../rules/coverage.ts';
import type { CoverageRange, TimeRange } from '../records.ts';
import type { Session } from '../sql/database.ts';
import { raw, sql } from '../sql/query.ts';

const COLUMNS = raw('source, from_ms AS "fromMs", to_ms AS "toMs", read_at_ms AS "readAtMs"');

/** Returns the ranges of a wallet, sorted by source and start. */
export function listCoverage(
  session: Session,
  walletNo: number,
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
