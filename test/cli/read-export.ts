import { expect } from 'vitest';

import { CsvReader } from '../../src/cli/import/csv-reader.ts';
import { PRESETS } from '../../src/cli/import/presets/catalogue.ts';
import type { PresetName } from '../../src/domain/import-options.ts';
import { ExportColumns, type ExportContext } from '../../src/cli/import/presets/export-layout.ts';
import type { UnknownWord } from '../../src/cli/import/presets/export-words.ts';
import { WordDecisions } from '../../src/cli/import/presets/word-decisions.ts';

/** A transaction as a preset passes it to the import. */
export interface ReadRecord {
  readonly id: string | null;
  readonly type: string;
  readonly asset: string;
  readonly amount: string;
  readonly timestamp: number;
  readonly status: string;
  readonly address: string | null;
  readonly feeCost: string | null;
  readonly feeCurrency: string | null;
}

/** What a preset has found in a file, by line. */
export interface ReadExport {
  readonly records: ReadonlyMap<number, ReadRecord>;
  /** The records with an id of the exchange, whose time may be that of the booking. */
  readonly booked: ReadonlySet<number>;
  readonly skipped: ReadonlyMap<number, string>;
  readonly problems: ReadonlyMap<number, string>;
  readonly unknown: ReadonlyMap<number, readonly UnknownWord[]>;
  readonly caution: string | undefined;
}

/** Returns the context of an import without options. */
export function makeContext(changes: Partial<ExportContext> = {}): ExportContext {
  return {
    walletId: 'wallet_1',
    fileName: null,
    dateFormat: undefined,
    zone: undefined,
    hasDecimalComma: false,
    decisions: new WordDecisions([], []),
    ...changes,
  };
}

/** Reads the lines of an export, the first of which is its header, without a database. */
export function readExport(
  preset: PresetName,
  lines: readonly string[],
  options: Partial<ExportContext> = {},
): ReadExport {
  const records = new Map<number, ReadRecord>();
  const booked = new Set<number>();
  const skipped = new Map<number, string>();
  const problems = new Map<number, string>();
  const unknown = new Map<number, readonly UnknownWord[]>();
  const reader = new CsvReader(new ExportColumns(PRESETS[preset], makeContext(options)), {
    add: (record, line, hasBookingTime) => {
      records.set(line, record as ReadRecord);
      if (hasBookingTime === true) booked.add(line);
    },
    refuse: (texts, line) => void problems.set(line, texts.join('; ')),
    skip: (reason, line) => void skipped.set(line, reason),
    advise: () => undefined,
    refuseWords: (words, line) => void unknown.set(line, words),
  });
  for (const [index, line] of lines.entries()) reader.take(line, index + 1);
  reader.end();
  return { records, booked, skipped, problems, unknown, caution: reader.caution };
}

/** Returns the record of the only row of an export. */
export function readRow(
  preset: PresetName,
  header: string,
  row: string,
  options: Parameters<typeof readExport>[2] = {},
) {
  const { records, problems, unknown } = readExport(preset, [header, row], options);
  expect([...problems, ...unknown]).toEqual([]);
  return records.get(2);
}
