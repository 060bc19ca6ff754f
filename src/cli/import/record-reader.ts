/** The interface of the readers of the two import formats. */

/** Parses lines into records, which are checked later. */
export interface RecordReader {
  /** The first line of the record that was returned (or refused) last. */
  readonly recordLine: number;
  /**
   * Reads the next line. Returns the record that ends with it, or `undefined` if none does.
   *
   * @throws {TransactionRecordError} for an invalid record; later ones may be valid.
   * @throws {CommandError} if the rest of the input cannot be read either.
   */
  take(line: string, lineNumber: number): unknown;
  /** @throws {CommandError} if the input ends within a record. */
  end(): void;
}
