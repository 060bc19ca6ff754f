/** The interface of the readers of both import formats. */

/** Parses lines into records, which are checked later. */
export interface RecordReader {
  /** The first line of the last record that was returned or refused. */
  readonly recordLine: number;
  /**
   * Reads the next line. Returns the record that ends with this line; `undefined` if no record does.
   *
   * @throws {TransactionRecordError} if the record is invalid; later records may be valid.
   * @throws {CommandError} if the rest of the input cannot be read.
   */
  take(line: string, lineNumber: number): unknown;
  /** @throws {CommandError} if the input ends within a record. */
  end(): void;
}
