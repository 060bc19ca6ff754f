/** How the cells of a CSV file are read. */
import type { ReadTime } from './date-format.ts';

export interface CsvOptions {
  /** The header of each field that has another name in the file, in lower case. */
  readonly columns: ReadonlyMap<string, string>;
  /** Headers of columns that are not read, in lower case. */
  readonly ignored: ReadonlySet<string>;
  readonly hasDecimalComma: boolean;
  /** Reads a cell as a time; `undefined` if times are Unix milliseconds or RFC 3339. */
  readonly readTime: ReadTime | undefined;
}
