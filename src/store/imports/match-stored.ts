/** Finds the rows of a file that have no id and are already stored, under another id than the generated one. */
import type { Transaction } from '../../domain/transaction.ts';
import { matchGroupOf, matchKeyOf, pairGroup } from '../rules/equal-rows.ts';
import type { ImportRow, StoredTransaction } from '../rules/import-rows.ts';
import type { ImportSource } from '../import.ts';
import { BitSet } from './bit-set.ts';
import { Scratch } from './scratch.ts';

/** The stored rows of a wallet, all from one snapshot. */
export interface StoredRows {
  /** Yields all rows, some thousands at a time. */
  readAll(): AsyncIterable<readonly StoredTransaction[]>;
  /** Returns the ids that are stored. */
  findIds(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

const SCHEMA = `
  CREATE TABLE identical (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE stored (
    match_group TEXT, timestamp_ms INTEGER, has_txid INTEGER, id TEXT, is_imported INTEGER) STRICT;
  CREATE TABLE file (
    match_group TEXT, timestamp_ms INTEGER, has_txid INTEGER, id TEXT, row INTEGER) STRICT;
`;
const ADD_STORED = 'INSERT INTO stored VALUES (?, ?, ?, ?, ?)';
const ADD_READ = 'INSERT INTO file VALUES (?, ?, ?, ?, ?)';
const ADD_IDENTICAL = 'INSERT OR IGNORE INTO identical VALUES (?)';
const REMOVE_IDENTICAL = 'DELETE FROM stored WHERE id IN (SELECT id FROM identical)';
const INDEX_IMPORTED = 'CREATE INDEX imported ON stored (id) WHERE is_imported = 1';
const REMOVE_NAMED = 'DELETE FROM stored WHERE id = ? AND is_imported = 1';
const BITS = 2 ** 27;

/** A row of a group, with the fields that pairing needs. */
interface GroupRow {
  readonly group: string;
  readonly timestampMs: number;
  readonly txid: '' | null;
  readonly id: string;
  readonly rowNo: number;
}

/**
 * Pairs rows of a file that have no id with stored rows, by the rule of `equal-rows.ts`. Each stored row is
 * paired with at most one row of the file. Rows whose generated id is stored are paired by that id, and not
 * here.
 *
 * Reads the wallet once, and compares possibly equal rows in a temporary database. So memory is bounded,
 * unless very many rows are equal to each other.
 *
 * @returns a function that returns true if the row of the file with this number, from 0, was paired.
 */
export async function matchStoredRows(
  source: ImportSource,
  stored: StoredRows,
): Promise<(rowNo: number) => boolean> {
  if (source.unidentifiedCount === 0) return () => false;
  const scratch = new Scratch(SCHEMA);
  try {
    const keys = await collectStored(source, stored, scratch);
    if (keys === undefined) return () => false;
    await collectRead(source, stored, scratch, keys);
    const known = new BitSet(source.rowCount);
    for (const rowNo of pairGroups(scratch)) known.add(rowNo);
    return (rowNo) => known.has(rowNo);
  } finally {
    scratch.close();
  }
}

async function collectStored(
  source: ImportSource,
  stored: StoredRows,
  scratch: Scratch,
): Promise<BitSet | undefined> {
  let keys: BitSet | undefined;
  for await (const rows of stored.readAll()) {
    scratch.together(() => {
      for (const row of rows) {
        const key = matchKeyOf(row);
        if (!source.mayHold(key)) continue;
        keys ??= new BitSet(BITS);
        keys.add(key);
        add(scratch, ADD_STORED, row, row.importNo === null ? 0 : 1);
      }
    });
  }
  return keys;
}

async function collectRead(
  source: ImportSource,
  stored: StoredRows,
  scratch: Scratch,
  keys: BitSet,
): Promise<void> {
  if (source.unidentifiedCount < source.rowCount) scratch.run(INDEX_IMPORTED);
  let rowNo = 0;
  for (const rows of source.batches()) {
    const first = rowNo;
    rowNo += rows.length;
    const isCandidate = ({ matchKey }: ImportRow): boolean =>
      matchKey !== null && keys.has(matchKey);
    const known = await stored.findIds(rows.filter(isCandidate).map(({ id }) => id));
    scratch.together(() => {
      for (const [index, row] of rows.entries()) {
        // A row of the file with an id is paired with the imported row of this id, so no other row is.
        if (row.matchKey === null) scratch.run(REMOVE_NAMED, row.id);
        if (!isCandidate(row)) continue;
        if (known.has(row.id)) scratch.run(ADD_IDENTICAL, row.id);
        else add(scratch, ADD_READ, row, first + index);
      }
    });
  }
  scratch.run(REMOVE_IDENTICAL);
}

function add(scratch: Scratch, sql: string, row: Transaction, last: number): void {
  scratch.run(sql, matchGroupOf(row), row.timestampMs, row.txid === null ? 0 : 1, row.id, last);
}

/** Merges both lists by group, and yields the numbers of the file's rows that are paired. */
function* pairGroups(scratch: Scratch): Generator<number> {
  const groups = readGroups(scratch, 'stored');
  let stored = groups.next();
  for (const read of readGroups(scratch, 'file')) {
    const group = read[0]?.group ?? '';
    while (stored.done !== true && (stored.value[0]?.group ?? '') < group) stored = groups.next();
    if (stored.done === true) return;
    if (stored.value[0]?.group !== group) continue;
    for (const [{ rowNo }] of pairGroup(read, stored.value)) yield rowNo;
  }
}

function* readGroups(scratch: Scratch, table: 'stored' | 'file'): Generator<readonly GroupRow[]> {
  let rows: GroupRow[] = [];
  for (const row of scratch.rows(`SELECT * FROM ${table} ORDER BY match_group`)) {
    const [group, timestampMs, hasTxid, id, rowNo] = row as [
      string,
      number,
      number,
      string,
      number,
    ];
    if (rows[0] !== undefined && rows[0].group !== group) {
      yield rows;
      rows = [];
    }
    rows.push({ group, timestampMs, txid: hasTxid === 1 ? '' : null, id, rowNo });
  }
  if (rows.length > 0) yield rows;
}
