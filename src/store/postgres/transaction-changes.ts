/** What a reading or an import changes of the rows that are known: decided here, written at once. */
import type { Transaction } from '../../domain/transaction.ts';
import type { CountedChanges } from '../counted/counted-columns.ts';

/** How a row that is known becomes the one that was read. */
export type Update = (known: Transaction, read: Transaction) => Transaction;

/** What has to be written. */
export interface TransactionChanges {
  /** New rows and those that differ from what is known. */
  readonly written: readonly Transaction[];
  readonly addedCount: number;
  readonly counted: CountedChanges;
}

/** What the new reading leaves open keeps what was told before; the earlier time stays. */
export function mergeTransaction(known: Transaction, read: Transaction): Transaction {
  return {
    ...read,
    timestampMs: Math.min(known.timestampMs, read.timestampMs),
    txid: read.txid ?? known.txid,
    address: read.address ?? known.address,
    feeCost: read.feeCost ?? known.feeCost,
    feeCurrency: read.feeCurrency ?? known.feeCurrency,
  };
}

/** An import stands for itself. */
export function replaceTransaction(_known: Transaction, read: Transaction): Transaction {
  return read;
}

/**
 * @param known the rows that are kept of those that were read.
 * @param read in the order of reading; a row that comes twice is updated by the later one.
 */
export function findChanges(
  known: readonly Transaction[],
  read: readonly Transaction[],
  update: Update,
): TransactionChanges {
  const before = new Map(known.map((row) => [row.id, row]));
  const after = new Map(before);
  for (const row of read) {
    const earlier = after.get(row.id);
    after.set(row.id, earlier === undefined ? row : update(earlier, row));
  }
  const written = [...after.values()].filter((row) => !isSame(before.get(row.id), row));
  return {
    written,
    addedCount: after.size - before.size,
    counted: findCounted(before, written),
  };
}

function isSame(known: Transaction | undefined, row: Transaction): boolean {
  return (
    known !== undefined &&
    isCountedSame(known, row) &&
    known.amount === row.amount &&
    known.txid === row.txid &&
    known.address === row.address &&
    known.feeCost === row.feeCost &&
    known.feeCurrency === row.feeCurrency
  );
}

function findCounted(
  before: ReadonlyMap<string, Transaction>,
  written: readonly Transaction[],
): CountedChanges {
  const added = written.filter((row) => !isCountedSame(before.get(row.id), row));
  const removed = added.map(({ id }) => before.get(id)).filter((row) => row !== undefined);
  return { removed, added };
}

function isCountedSame(known: Transaction | undefined, row: Transaction): boolean {
  return (
    known !== undefined &&
    known.timestampMs === row.timestampMs &&
    known.asset === row.asset &&
    known.type === row.type &&
    known.status === row.status
  );
}
