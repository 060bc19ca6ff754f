import type { Decimal } from './decimal.ts';
import { shortestDecimal } from './decimal.ts';
import type { TransactionType } from './transaction.ts';

/** What distinguishes a record that its source gave no identifier. */
export interface UnidentifiedRecord {
  readonly type: string;
  readonly asset: string;
  readonly txid: string | null;
  readonly address: string | null;
  readonly timestampMs: number;
  readonly amount: Decimal;
}

/** Tells equal names apart by how many came before. */
export class Ordinals {
  readonly #counts = new Map<string, number>();

  /** How often the name came before. */
  next(name: string): number {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return count;
  }
}

/**
 * Keys for records without an identifier: their content and an ordinal among equals, so that two
 * equal rows of one reading are two records, and reading both again gives the same two keys.
 * One numberer serves one reading of a source.
 */
export class RecordNumberer {
  readonly #ordinals = new Ordinals();

  /** The key of the next record with this content. */
  keyOf(record: UnidentifiedRecord): string {
    const content = writeContent(record);
    return keyOfEqual(content, this.#ordinals.next(content));
  }
}

/**
 * What keys call types that once had no direction. A stored row is found again by its key, so that the
 * key must not change when the type becomes more exact.
 */
const KEY_KINDS: ReadonlyMap<string, string> = new Map<TransactionType, string>([
  ['transfer_in', 'transfer'],
  ['transfer_out', 'transfer'],
  ['credit', 'adjustment'],
  ['debit', 'adjustment'],
]);

/** The word for a type in keys. */
export function keyKindOf(type: string): string {
  return KEY_KINDS.get(type) ?? type;
}

/** What distinguishes a record, as text. */
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

/** The key of a record of this content. @param ordinal how many equal ones came before it. */
export function keyOfEqual(content: string, ordinal: number): string {
  return `${content}#${ordinal}`;
}
