/** The interfaces between the readers of an import's formats and the import. */
import type { UnknownWord } from './presets/export-words.ts';

/** Takes what a reader finds in a file. */
export interface RecordSink {
  /**
   * Takes a record, which is checked later.
   *
   * @param line the line on which the record begins, from 1.
   * @param hasBookingTime true for a record with the id of the exchange's record, but with the time of its
   * booking. Default: false.
   */
  add(record: unknown, line: number, hasBookingTime?: boolean): void;
  /** Takes the problems of an invalid record; later records may be valid. */
  refuse(problems: readonly string[], line: number): void;
  /** Takes the options that may read the invalid records. */
  advise(advice: string): void;
  /** Takes the words of a record that neither the preset knows nor an option decides. */
  refuseWords(words: readonly UnknownWord[], line: number): void;
  /** Takes a row that is not a transaction of the wallet, for example a trade. */
  skip(reason: string, line: number): void;
}

/** Parses lines into records. */
export interface RecordReader {
  /** Reads the next line. @throws {CommandError} if the rest of the input cannot be read. */
  take(line: string, lineNumber: number): void;
  /** @throws {CommandError} if the input ends within a record. */
  end?(): void;
  /** Returns how the input is read, for people, for example `CSV, separated by commas`. */
  describe(): string;
  /** Says which rows are not recognised as transactions that synchronisation has read; missing if all are. */
  readonly caution?: string | undefined;
}
