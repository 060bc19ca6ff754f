/** What a reading or an import changes of the rows that are known: decided here, written at once. */
import type { Transaction } from '../../domain/transaction.ts';

/** How a row that is known becomes the one that was read. */
export type Update = (known: Transaction, read: Transaction) => Transaction;

/** What has to be written. */
export interface TransactionChanges {
  /** New rows and those that differ from what is known. */
  readonly written: readonly Transaction[];
  readonly addedCount: number;
  readonly counts: readonly CountChange[];
}

/** By how much the number of rows of an asset, type and status changes. */
export type CountChange = Pick<Transaction, 'asset' | 'type' | 'status'> & {
  readonly change: number;
};

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
    counts: countChanges(before, written),
  };
}

function isSame(known: Transaction | undefined, row: Transaction): boolean {
  return (
    known !== undefined &&
    known.timestampMs === row.timestampMs &&
    known.asset === row.asset &&
    known.type === row.type &&
    known.status === row.status &&
    known.amount === row.amount &&
    known.txid === row.txid &&
    known.address === row.address &&
    known.feeCost === row.feeCost &&
    known.feeCurrency === row.feeCurrency
  );
}

function countChanges(
  before: ReadonlyMap<string, Transaction>,
  written: readonly Transaction[],
): readonly CountChange[] {
  const changes = new Map<string, CountChange & { change: number }>();
  const count = ({ asset, type, status }: Transaction, change: number): void => {
    const key = `${type} ${status} ${asset}`;
    const known = changes.get(key);
    if (known === undefined) changes.set(key, { asset, type, status, change });
    else known.change += change;
  };
  for (const row of written) {
    const known = before.get(row.id);
    if (known !== undefined) count(known, -1);
    count(row, 1);
  }
  return [...changes.values()].filter(({ change }) => change !== 0);
}
