import { cutCoverage, mergeCoverage } from '../rules/coverage.ts';
import type { CoverageRange, TimeRange } from '../records.ts';
import type { SqliteConnection, SqliteRow } from './connection.ts';

const COLUMNS = 'source, from_ms, to_ms, read_at_ms';
const NEIGHBOURS = `SELECT ${COLUMNS} FROM wallet_coverage
  WHERE wallet_no = ? AND source = ? AND from_ms <= ? AND to_ms >= ?`;
const DELETE_NEIGHBOURS = `DELETE FROM wallet_coverage
  WHERE wallet_no = ? AND source = ? AND from_ms <= ? AND to_ms >= ?`;
const INSERT = `INSERT INTO wallet_coverage (wallet_no, ${COLUMNS}) VALUES (?, ?, ?, ?, ?)`;

/** See `SyncStore.listCoverage`. */
export function listCoverage(
  connection: SqliteConnection,
  walletId: string,
): readonly CoverageRange[] {
  return connection
    .readRows(
      `SELECT ${COLUMNS} FROM wallet_coverage
         WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?) ORDER BY source, from_ms`,
      walletId,
    )
    .map(toRange);
}

/** Adds a range that was read in full, merged with overlapping and adjacent ranges, inside a transaction. */
export function addCoverage(
  connection: SqliteConnection,
  walletNo: number,
  added: CoverageRange,
): void {
  const { source, fromMs, toMs } = added;
  const neighbours = connection.readRows(NEIGHBOURS, walletNo, source, toMs, fromMs).map(toRange);
  connection.change(DELETE_NEIGHBOURS, walletNo, source, toMs, fromMs);
  insertRange(connection, walletNo, mergeCoverage(added, neighbours));
}

/** Removes a range from the coverage of a source, inside a transaction. */
export function subtractCoverage(
  connection: SqliteConnection,
  walletNo: number,
  source: string,
  { fromMs, toMs }: TimeRange,
): void {
  const overlapping = connection.readRows(NEIGHBOURS, walletNo, source, toMs, fromMs).map(toRange);
  connection.change(DELETE_NEIGHBOURS, walletNo, source, toMs, fromMs);
  for (const rest of overlapping.flatMap((range) => cutCoverage(range, { fromMs, toMs }))) {
    insertRange(connection, walletNo, rest);
  }
}

function insertRange(
  connection: SqliteConnection,
  walletNo: number,
  { source, fromMs, toMs, readAtMs }: CoverageRange,
): void {
  connection.change(INSERT, walletNo, source, fromMs, toMs, readAtMs);
}

function toRange([source, fromMs, toMs, readAtMs]: SqliteRow): CoverageRange {
  return {
    source: source as string,
    fromMs: fromMs as number,
    toMs: toMs as number,
    readAtMs: readAtMs as number,
  };
}
