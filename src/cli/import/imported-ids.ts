import { importedTransactionId } from '../../domain/id.ts';
import {
  keyOfEqual,
  Ordinals,
  type UnidentifiedRecord,
  writeContent,
} from '../../domain/record-key.ts';

/**
 * Identifiers of imported records that bring none, by their content and an ordinal among equals of
 * the same file, as `RecordNumberer` numbers them. What was seen is remembered by the identifier
 * and not by the content: of a million records that is a third of the memory.
 */
export class ImportedIds {
  readonly #walletId: string;
  readonly #ordinals = new Ordinals();

  constructor(walletId: string) {
    this.#walletId = walletId;
  }

  /** The identifier of the next record with this content. */
  idOf(record: UnidentifiedRecord): string {
    const content = `import:${writeContent(record)}`;
    const first = this.#write(content, 0, record.timestampMs);
    const ordinal = this.#ordinals.next(first);
    return ordinal === 0 ? first : this.#write(content, ordinal, record.timestampMs);
  }

  #write(content: string, ordinal: number, timestampMs: number): string {
    return importedTransactionId(this.#walletId, keyOfEqual(content, ordinal), timestampMs);
  }
}
