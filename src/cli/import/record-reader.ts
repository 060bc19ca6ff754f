/** What the readers of the two import formats have in common. */

/** Turns lines into records, which are still to be checked. */
export interface RecordReader {
  /** The line on which the record that was returned (or refused) last begins. */
  readonly recordLine: number;
  /**
   * Takes the next line and returns the record that it ends; `undefined` where it ends none.
   *
   * @throws {TransactionRecordError} for a record that cannot be read; the next one may be.
   * @throws {CommandError} where nothing after the line can be read either.
   */
  take(line: string, lineNumber: number): unknown;
  /** @throws {CommandError} where the input stops within a record. */
  end(): void;
}
