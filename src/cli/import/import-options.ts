/** The options of `teller import` that describe a file. */
import { type Command, Option } from 'commander';

import { closestName } from '../../domain/closest-name.ts';
import { normalizeName, PRESET_NAMES, type PresetName } from '../../domain/import-options.ts';
import { TRANSACTION_FIELDS } from '../../domain/transaction.ts';
import { UsageError } from '../failure.ts';
import type { CsvLayout } from './csv-reader.ts';
import { parseDateFormat } from './date-format.ts';
import { FieldColumns } from './field-columns.ts';
import { IMPORT_FORMATS, type ImportFormat } from './import-file.ts';
import { ExportColumns } from './presets/export-layout.ts';
import { PRESETS } from './presets/catalogue.ts';
import { WordDecisions } from './presets/word-decisions.ts';
import { TimeZone } from './time-zone.ts';

/** The options as they were given. */
export interface FileOptions {
  readonly format?: ImportFormat | undefined;
  readonly preset?: PresetName | undefined;
  readonly map?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly column?: readonly string[];
  readonly ignoreColumn?: readonly string[];
  readonly decimalComma?: true | undefined;
  readonly dateFormat?: string;
  readonly timeZone?: string | undefined;
}

/** Adds the options that describe a file. */
export function addFileOptions(command: Command): Command {
  const collect = (value: string, earlier: readonly string[] = []) => [...earlier, value];
  return command
    .addOption(
      new Option(
        '--format <format>',
        'default: determined by the name of the file or its first character',
      ).choices(IMPORT_FORMATS),
    )
    .addOption(
      new Option('--preset <exchange>', 'the file is a CSV export of this exchange').choices(
        PRESET_NAMES,
      ),
    )
    .option(
      '--map <operation=type>',
      'the type of rows with an operation, type or status, in a --preset; can be repeated',
      collect,
    )
    .option(
      '--skip <operation>',
      'skip rows with an operation, type or status, in a --preset; can be repeated',
      collect,
    )
    .option('--column <field=header>', 'the header of a field in CSV; can be repeated', collect)
    .option('--ignore-column <header>', 'ignore a column of CSV; can be repeated', collect)
    .option('--decimal-comma', 'amounts are written like 1.234,50')
    .option('--date-format <format>', 'times are written like this, e.g. "DD.MM.YYYY HH:mm:ss"')
    .option('--time-zone <zone>', 'the zone of these times, e.g. Europe/Berlin (default: UTC)');
}

/** The names of the options that only CSV has. */
const CSV_OPTIONS = {
  preset: '--preset',
  map: '--map',
  skip: '--skip',
  column: '--column',
  ignoreColumn: '--ignore-column',
  decimalComma: '--decimal-comma',
  dateFormat: '--date-format',
} as const;
/** Options that a preset replaces, and options that need one. */
const WITHOUT_PRESET = ['column', 'ignoreColumn'] as const;
const WITH_PRESET = ['map', 'skip'] as const;

/** The file and the wallet of an import. */
export interface ImportTarget {
  readonly walletId: string;
  /** `null` for standard input. */
  readonly fileName: string | null;
  /** The format that the name of the file suggests. */
  readonly namedFormat: ImportFormat | undefined;
}

/**
 * Returns the format of a file, if it is certain, and how CSV is read.
 *
 * @throws {UsageError} if the options contradict each other.
 */
export function readFileOptions(
  options: FileOptions,
  target: ImportTarget,
): { readonly format?: ImportFormat; readonly layout: CsvLayout } {
  const given = Object.entries(CSV_OPTIONS)
    .filter(([key]) => options[key as keyof typeof CSV_OPTIONS] !== undefined)
    .map(([, name]) => name);
  const [first] = given;
  if (first !== undefined && options.format === 'jsonl') {
    throw new UsageError(`${first} describes CSV, but --format is jsonl`);
  }
  const format = options.format ?? (first === undefined ? target.namedFormat : 'csv');
  const zone = options.timeZone === undefined ? undefined : new TimeZone(options.timeZone);
  const layout =
    options.preset === undefined
      ? openFields(options, zone)
      : openPreset(options.preset, options, target, zone);
  return { layout, ...(format === undefined ? {} : { format }) };
}

function openPreset(
  preset: PresetName,
  options: FileOptions,
  target: ImportTarget,
  zone: TimeZone | undefined,
): CsvLayout {
  const other = WITHOUT_PRESET.find((key) => options[key] !== undefined);
  if (other !== undefined) {
    throw new UsageError(`--preset knows the columns of the file: omit ${CSV_OPTIONS[other]}`);
  }
  const { dateFormat, decimalComma, map = [], skip = [] } = options;
  if (dateFormat !== undefined) parseDateFormat(dateFormat, zone);
  return new ExportColumns(PRESETS[preset], {
    ...target,
    dateFormat,
    zone,
    hasDecimalComma: decimalComma === true,
    decisions: new WordDecisions(map, skip),
  });
}

function openFields(options: FileOptions, zone: TimeZone | undefined): CsvLayout {
  const preset = WITH_PRESET.find((key) => options[key] !== undefined);
  if (preset !== undefined) {
    throw new UsageError(`${CSV_OPTIONS[preset]} is about the words of an export: add --preset`);
  }
  if (zone !== undefined && options.dateFormat === undefined) {
    throw new UsageError('--time-zone needs --date-format; other times have an offset or are UTC');
  }
  return new FieldColumns({
    columns: readColumns(options.column ?? []),
    ignored: new Set((options.ignoreColumn ?? []).map(normalizeName)),
    hasDecimalComma: options.decimalComma === true,
    readTime:
      options.dateFormat === undefined ? undefined : parseDateFormat(options.dateFormat, zone),
  });
}

function readColumns(pairs: readonly string[]): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const [field, header] = [
      pair.slice(0, Math.max(at, 0)).trim(),
      normalizeName(pair.slice(at + 1)),
    ];
    if (at === -1 || field === '' || header === '') {
      throw new UsageError('--column must be FIELD=HEADER, for example --column amount=Betrag');
    }
    if (!TRANSACTION_FIELDS.some((name) => name === field)) {
      const closest = closestName(field, TRANSACTION_FIELDS);
      throw new UsageError(`--column: "${field}" is not a field; did you mean ${closest}?`);
    }
    if (columns.has(field)) throw new UsageError(`--column names ${field} twice`);
    columns.set(field, header);
  }
  return columns;
}
