import { cutCoverage, mergeCoverage } from '../rules/coverage.ts';
import type { CoverageRange, TimeRange } from '../records.ts';
import type { WalletLease } from '../sync.ts';
import type { PostgresConnection } from './connection.ts';
import type { BoundStatement, PostgresRow, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { writeUnderLease } from './leases.ts';

const COLUMNS = 'source, from_ms, to_ms, read_at_ms';
const NEIGHBOURS_ARE = 'wallet_id = $1 AND source = $2 AND from_ms <= $3 AND to_ms >= $4';
const LIST: Statement = {
  name: 'list_coverage',
  text: `SELECT ${COLUMNS} FROM wallet_coverage WHERE wallet_id = $1 ORDER BY source, from_ms`,
};
const NEIGHBOURS: Statement = {
  name: 'coverage_neighbours',
  text: `SELECT ${COLUMNS} FROM wallet_coverage WHERE ${NEIGHBOURS_ARE}`,
};
const REMOVE_NEIGHBOURS: Statement = {
  name: 'remove_coverage_neighbours',
  text: `DELETE FROM wallet_coverage WHERE ${NEIGHBOURS_ARE}`,
};
const ADD: Statement = {
  name: 'add_coverage',
  text: `INSERT INTO wallet_coverage (wallet_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5)`,
};

/** See `SyncStore.listCoverage`. */
export async function listCoverage(
  database: PostgresDatabase,
  walletId: string,
): Promise<readonly CoverageRange[]> {
  return (await database.runOfWallet(LIST, walletId)).rows.map(toCoverageRange);
}

/** Returns the statement of {@link listCoverage}; {@link toCoverageRange} reads its rows. */
export function selectCoverage(walletId: string): BoundStatement {
  return [LIST, walletId];
}

/** Returns the stored ranges that an added range overlaps or touches. */
export async function readNeighbours(
  connection: PostgresConnection,
  walletId: string,
  { source, fromMs, toMs }: CoverageRange,
): Promise<readonly CoverageRange[]> {
  return (await connection.run(NEIGHBOURS, walletId, source, toMs, fromMs)).rows.map(
    toCoverageRange,
  );
}

/** Adds a range that was read completely, and merges it with the ranges that it overlaps or touches. */
export function addCoverage(
  walletId: string,
  added: CoverageRange,
  neighbours: readonly CoverageRange[],
): readonly BoundStatement[] {
  const merged = bindRange(walletId, mergeCoverage(added, neighbours));
  if (neighbours.length === 0) return [merged];
  return [[REMOVE_NEIGHBOURS, walletId, added.source, added.toMs, added.fromMs], merged];
}

/** See `SyncStore.removeCoverage`. */
export function removeCoverage(
  database: PostgresDatabase,
  lease: WalletLease,
  source: string,
  range: TimeRange,
): Promise<void> {
  const { walletId } = lease;
  const { fromMs, toMs } = range;
  return writeUnderLease(
    database,
    lease,
    (connection) => readNeighbours(connection, walletId, { source, ...range, readAtMs: 0 }),
    (connection, overlapping) =>
      connection.runAll([
        [REMOVE_NEIGHBOURS, walletId, source, toMs, fromMs],
        ...overlapping
          .flatMap((each) => cutCoverage(each, range))
          .map((rest) => bindRange(walletId, rest)),
      ]),
  );
}

function bindRange(
  walletId: string,
  { source, fromMs, toMs, readAtMs }: CoverageRange,
): BoundStatement {
  return [ADD, walletId, source, fromMs, toMs, readAtMs];
}

/** Reads a row of the coverage columns. */
export function toCoverageRange([source, fromMs, toMs, readAtMs]: PostgresRow): CoverageRange {
  return {
    source: source as string,
    fromMs: fromMs as number,
    toMs: toMs as number,
    readAtMs: readAtMs as number,
  };
}
