/**
 * Holds the rows of a file until it has been read to its end: an import only writes to the database if the
 * whole file is valid.
 *
 * Memory is bounded. The rows are in a temporary database. A Bloom filter finds rows that may be equal; with
 * 10,000,000 rows, 0.5 % of them are compared unnecessarily.
 */
import { importedTransactionId } from '../../domain/id.ts';
import { keyOfEqual, writeContent } from '../../domain/record-key.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { ImportRow } from '../rules/import-rows.ts';
import { BitSet } from './bit-set.ts';
import { Scratch } from './scratch.ts';
import { IMPORT_BATCH_ROWS } from '../import.ts';

/** A row as it was read from a file. */
export interface ReadRow extends Omit<Transaction, 'id'> {
  readonly id: string | null;
  readonly line: number;
  /** True if the row has the id of the exchange's record, but the time of its booking. */
  readonly hasBookingTime?: boolean;
}

const BITS = 2 ** 27;
/** Bits that are set for one row. */
const FILTER_BITS = 4;
/** The place of the content's hash in an id that was made from it, and the middle of the hash. */
const HASH_FROM = -20;
const HASH_MIDDLE = -10;
const SCHEMA = `
  CREATE TABLE batch (no INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE suspect (id TEXT NOT NULL, row INTEGER NOT NULL) STRICT;
  CREATE TABLE renamed (row INTEGER PRIMARY KEY, id TEXT NOT NULL) STRICT;
`;
/** Selects all but the first of rows with equal content; they get another id. */
const REPEATED = `SELECT row, ordinal FROM (
    SELECT row, row_number() OVER (PARTITION BY id ORDER BY row) - 1 AS ordinal FROM suspect
  ) WHERE ordinal > 0 ORDER BY row`;

/**
 * Separators of rows and of their fields: control characters, which no field of a valid row contains. A
 * missing field is empty. This form takes a third of the time of JSON.
 */
const ROW_END = '\u001E';
const FIELD_END = '\u001F';

/** Stores the rows of one file for one wallet. After {@link seal} they can be read repeatedly. */
export class ImportSpool {
  readonly #walletId: string;
  readonly #scratch = new Scratch(SCHEMA);
  readonly #seen = new BitSet(BITS);
  readonly #seenTwice = new BitSet(BITS);
  #batch: string[] = [];
  #rowCount = 0;
  #unidentifiedCount = 0;
  #hasRepeats = false;

  constructor(walletId: string) {
    this.#walletId = walletId;
  }

  /** The number of added rows. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** The number of added rows without an id in the file. */
  get unidentifiedCount(): number {
    return this.#unidentifiedCount;
  }

  /** Adds the next row of the file. @throws {StoreUnavailableError} if the disk fails or is full. */
  add(row: ReadRow): void {
    this.#batch.push(this.#pack(row));
    this.#rowCount += 1;
    if (this.#batch.length === IMPORT_BATCH_ROWS) this.#writeBatch();
  }

  /** Ends the adding of rows. Gives different ids to equal rows without an id. */
  seal(): void {
    if (this.#batch.length > 0) this.#writeBatch();
    if (this.#hasRepeats) this.#nameRepeats();
  }

  /** Yields all rows in the order of the file. */
  *batches(): Generator<readonly ImportRow[]> {
    const renamed = this.#scratch.rows('SELECT row, id FROM renamed ORDER BY row');
    let next = renamed.next();
    let rowNo = 0;
    for (const batch of this.#packedBatches()) {
      const rows = batch.map(unpack);
      for (const [index, row] of rows.entries()) {
        if (next.done === true) break;
        if (next.value[0] !== rowNo + index) continue;
        rows[index] = { ...row, id: next.value[1] as string };
        next = renamed.next();
      }
      rowNo += rows.length;
      yield rows;
    }
  }

  /** Frees the temporary files. */
  close(): void {
    this.#scratch.close();
  }

  #pack(row: ReadRow): string {
    if (row.id !== null) return pack(row, row.id, false);
    const id = this.#makeId(row, 0);
    this.#unidentifiedCount += 1;
    if (mark(this.#seen, id)) {
      mark(this.#seenTwice, id);
      this.#hasRepeats = true;
    }
    return pack(row, id, true);
  }

  /** Returns an id from the content and an ordinal among equal rows of the file. */
  #makeId(row: Omit<Transaction, 'id'>, ordinal: number): string {
    const content = `import:${writeContent(row)}`;
    return importedTransactionId(this.#walletId, keyOfEqual(content, ordinal), row.timestampMs);
  }

  #writeBatch(): void {
    this.#scratch.run('INSERT INTO batch (body) VALUES (?)', this.#batch.join(ROW_END));
    this.#batch = [];
  }

  *#packedBatches(): Generator<readonly string[]> {
    for (const [body] of this.#scratch.rows('SELECT body FROM batch ORDER BY no')) {
      yield (body as string).split(ROW_END);
    }
  }

  #nameRepeats(): void {
    this.#scratch.together(() => {
      this.#forEach(({ adoptable, id }, rowNo) => {
        if (!adoptable || !isMarked(this.#seenTwice, id)) return;
        this.#scratch.run('INSERT INTO suspect (id, row) VALUES (?, ?)', id, rowNo);
      });
    });
    const repeated = this.#scratch.rows(REPEATED);
    let next = repeated.next();
    this.#forEach((row, rowNo) => {
      if (next.done === true || next.value[0] !== rowNo) return;
      const id = this.#makeId(row, next.value[1] as number);
      this.#scratch.run('INSERT INTO renamed (row, id) VALUES (?, ?)', rowNo, id);
      next = repeated.next();
    });
  }

  /** Calls `take` with all added rows, before equal rows get different ids. */
  #forEach(take: (row: ImportRow, rowNo: number) => void): void {
    let rowNo = 0;
    for (const batch of this.#packedBatches()) {
      for (const packed of batch) {
        take(unpack(packed), rowNo);
        rowNo += 1;
      }
    }
  }
}

/** Adds the hash in an id to a filter; returns true if it may already have been added. */
function mark(filter: BitSet, id: string): boolean {
  let wasMarked = true;
  for (const bit of listBits(id)) wasMarked = filter.add(bit) && wasMarked;
  return wasMarked;
}

function isMarked(filter: BitSet, id: string): boolean {
  return listBits(id).every((bit) => filter.has(bit));
}

function listBits(id: string): readonly number[] {
  const first = Number.parseInt(id.slice(HASH_FROM, HASH_MIDDLE), 16);
  const step = Number.parseInt(id.slice(HASH_MIDDLE), 16);
  return Array.from({ length: FILTER_BITS }, (_, index) => first + index * step);
}

function pack(row: ReadRow, id: string, adoptable: boolean): string {
  return [
    row.line,
    adoptable ? '1' : '',
    id,
    row.asset,
    row.type,
    row.amount,
    row.timestampMs,
    row.status,
    row.txid,
    row.address,
    row.feeCost,
    row.feeCurrency,
    row.hasBookingTime === true ? '1' : '',
  ].join(FIELD_END);
}

function unpack(packed: string): ImportRow {
  const fields = packed.split(FIELD_END);
  return {
    line: Number(fields[0]),
    adoptable: fields[1] === '1',
    id: fields[2] ?? '',
    asset: fields[3] ?? '',
    type: fields[4] as ImportRow['type'],
    amount: fields[5] as ImportRow['amount'],
    timestampMs: Number(fields[6]),
    status: fields[7] as ImportRow['status'],
    txid: fields[8] || null,
    address: fields[9] || null,
    feeCost: (fields[10] || null) as ImportRow['feeCost'],
    feeCurrency: fields[11] || null,
    hasBookingTime: fields[12] === '1',
  };
}
