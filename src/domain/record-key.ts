import type { Decimal } from './decimal.ts';
import { shortestDecimal } from './decimal.ts';
import type { TransactionType } from './transaction.ts';

/** The content that identifies a record without an identifier. */
export interface UnidentifiedRecord {
  readonly type: string;
  readonly asset: string;
  readonly txid: string | null;
  readonly address: string | null;
  readonly timestampMs: number;
  readonly amount: Decimal;
}

/** Counts the occurrences of each name. */
export class Ordinals {
  readonly #counts = new Map<string, number>();

  /** Returns the number of earlier occurrences of the name. */
  next(name: string): number {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return count;
  }
}

/**
 * Creates keys for records without an identifier: the content, and an ordinal among the records with equal
 * content. So two equal rows of one reading are two records, and a re-read returns the same two keys. Each
 * reading of a source needs a new instance.
 */
export class RecordNumberer {
  readonly #ordinals = new Ordinals();

  /** Returns the key of the next record with this content. */
  keyOf(record: UnidentifiedRecord): string {
    const content = writeContent(record);
    return keyOfEqual(content, this.#ordinals.next(content));
  }
}

/**
 * Words that keys contain instead of some types: the names that the types had before they had a direction. A
 * stored row is found by its key, so the key must not change with the name of the type.
 */
const KEY_KINDS: ReadonlyMap<string, string> = new Map<TransactionType, string>([
  ['transfer_in', 'transfer'],
  ['transfer_out', 'transfer'],
  ['credit', 'adjustment'],
  ['debit', 'adjustment'],
]);

/** Returns the word for a type in keys. */
export function keyKindOf(type: string): string {
  return KEY_KINDS.get(type) ?? type;
}

/** Returns the content that identifies a record, as text. */
export function writeContent(record: UnidentifiedRecord): string {
  return JSON.stringify([
    keyKindOf(record.type),
    record.asset,
    record.txid,
    record.address,
    record.timestampMs,
    shortestDecimal(record.amount),
  ]);
}

/**
 * Returns the key of a record with this content. `ordinal` is the number of records with equal content before
 * it.
 */
export function keyOfEqual(content: string, ordinal: number): string {
  return `${content}#${ordinal}`;
}
