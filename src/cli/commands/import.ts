import { constants, createReadStream, fstatSync, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { Command } from 'commander';

import { beginImport } from '../../manage/imports.ts';
import type { ImportOutcome } from '../../store/import.ts';
import type { SkippedRows } from '../../http/manage/import-file.ts';
import { inSpan } from '../../telemetry/in-span.ts';
import { example } from '../example.ts';
import { CommandError, UsageError } from '../failure.ts';
import { explainFileProblem } from '../file-problem.ts';
import { formatCount } from '../format.ts';
import { DATE_TOKENS } from '../import/date-format.ts';
import {
  describeUnusedOption,
  type FileImport,
  type FileImportOutcome,
  importFile,
  type ImportFormat,
  listWarnings,
} from '../import/import-file.ts';
import { addFileOptions, type FileOptions, readFileOptions } from '../import/import-options.ts';
import { manageAs } from '../management.ts';
import { requireOption } from '../option-values.ts';
import { ProgressMeter } from '../progress.ts';
import {
  note,
  printResult,
  startSession,
  withStore,
  type Runtime,
  type Session,
} from '../runtime.ts';
import { listenForStop } from '../stop-signal.ts';
import { makePrintable } from '../table.ts';
import { addImportListCommand } from './import-list.ts';
import { addImportUndoCommand } from './import-undo.ts';

interface ImportOptions extends FileOptions {
  readonly wallet?: string;
  readonly dryRun?: boolean;
}

type ImportInput = Pick<FileImport, 'input' | 'fileName' | 'bytesTotal'>;

const CHUNK_BYTES = 256 * 1024;

const DETAILS = `
The fields are those of the transactions endpoint: id, walletId, asset, type, amount, timestamp,
status, txid, address, feeCost, feeCurrency. Required are asset, type, amount, timestamp (Unix
milliseconds or RFC 3339) and status. The header of CSV names them, in any case.

Delimiter (comma, semicolon, tab, pipe) and encoding (UTF-8, UTF-16 with a byte order mark,
Windows-1252) are detected. The tokens of --date-format are
${DATE_TOKENS}.

Either the whole file is imported or none of it; importing it again adds nothing. Transactions that
were read from the exchange are never changed: a row that differs from one is a conflict, which is
reported on standard error and not stored (the exit code is still 0). Omit the ids unless they
are ids of this wallet. A row without id that equals a transaction of the exchange (same asset,
type, amount and txid) counts as known. docs/import.md has the rules.
`;

/** Adds `teller import`, `import list` and `import undo`. */
export function addImportCommand(program: Command, runtime: Runtime): void {
  const command = program
    .command('import')
    .description('add transactions to a wallet from JSON Lines or CSV')
    .argument('<file>', 'the file, or - for standard input')
    .option('--wallet <id>', 'the wallet')
    .option('--dry-run', 'report the result without storing anything');
  addFileOptions(command)
    .addHelpText('after', DETAILS)
    .addHelpText(
      'after',
      example(
        'teller import --wallet wallet_f0… history-2019.csv --dry-run',
        'zcat history.jsonl.gz | teller import --wallet wallet_f0… -',
        'teller import --wallet wallet_f0… konto.csv --column amount=Betrag --decimal-comma',
        'teller import --wallet wallet_f0… --preset kraken ledgers.csv',
        "teller import --wallet wallet_f0… --preset binance all.csv --map 'Launchpool Bonus=reward'",
      ),
    )
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const walletId = requireOption(options.wallet, '--wallet <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      await runImport(session, walletId, file, options);
    });
  addImportListCommand(command, runtime);
  addImportUndoCommand(command, runtime);
  command.hook('preSubcommand', refuseImportOptions);
}

/**
 * Refuses options of `import` in a command below it. The parser accepts them there and ignores them, so that
 * `import undo --dry-run` would undo the import.
 *
 * @throws {UsageError} if the command itself does not have the option.
 */
function refuseImportOptions(parent: Command, subcommand: Command): void {
  const own = new Set(subcommand.options.map(({ long }) => long));
  const refused = parent.options.find(
    (option) =>
      parent.getOptionValueSource(option.attributeName()) === 'cli' && !own.has(option.long),
  );
  if (refused === undefined) return;
  throw new UsageError(`import ${subcommand.name()} has no option ${refused.long}`);
}

async function runImport(
  session: Session,
  walletId: string,
  file: string,
  { dryRun: isDryRun = false, ...options }: ImportOptions,
): Promise<void> {
  const startedAtMs = session.now();
  const signal = listenForStop();
  const target = {
    walletId,
    fileName: file === '-' ? null : basename(file),
    namedFormat: formatOfName(file),
  };
  const reading = readFileOptions(options, target);
  const input = openInput(session, file, signal);
  const { importsOnly, id, ...outcome } = await withStore(
    session,
    { create: false },
    async (store) => {
      const begun = await beginImport(manageAs(session, store, 'import'), walletId);
      const meter = new ProgressMeter(session);
      try {
        const imported = await importInSpan({
          ...input,
          ...reading,
          store: { ...store, importFile: begun.store },
          id: begun.id,
          walletId,
          nowMs: startedAtMs,
          isDryRun,
          signal,
          onProgress: meter.update,
        });
        return { ...imported, id: begun.id, importsOnly: begun.importsOnly };
      } finally {
        meter.clear();
      }
    },
  );
  const seconds = (session.now() - startedAtMs) / 1000;
  warnOfConflicts(session, outcome);
  const { shownConflicts, caution: _caution, ...counts } = outcome;
  for (const option of counts.unusedOptions) note(session, describeUnusedOption(option));
  for (const warning of listWarnings(outcome, importsOnly)) note(session, `warning: ${warning}`);
  printResult(
    session,
    {
      id: isDryRun ? null : id,
      walletId,
      dryRun: isDryRun,
      ...counts,
      conflictRows: shownConflicts,
      seconds,
    },
    describe(outcome, { file, walletId, seconds, id: isDryRun ? undefined : id }),
  );
}

/** Imports a file in a span with its result. */
function importInSpan(request: FileImport): Promise<FileImportOutcome> {
  const { id, walletId, isDryRun } = request;
  const attributes = {
    'teller.wallet.id': walletId,
    'teller.import.id': id,
    'teller.import.dry_run': isDryRun,
  };
  return inSpan('import file', attributes, async (span) => {
    const outcome = await importFile(request);
    const { added, known, changed, conflicts } = outcome;
    span.set({
      'teller.import.added': added,
      'teller.import.known': known,
      'teller.import.changed': changed,
      'teller.import.conflicts': conflicts,
    });
    return outcome;
  });
}

function openInput(session: Session, file: string, signal: AbortSignal): ImportInput {
  if (file === '-') {
    const input = addAbortSignal(signal, session.stdin);
    return { input, fileName: null, bytesTotal: undefined };
  }
  const descriptor = openFile(file);
  const state = fstatSync(descriptor);
  // A process that reads a pipe as a file cannot exit until the writer writes.
  const input = state.isFIFO()
    ? addAbortSignal(signal, new Socket({ fd: descriptor, writable: false }))
    : createReadStream('', { fd: descriptor, highWaterMark: CHUNK_BYTES, signal });
  // Pipes have no size.
  return { input, fileName: basename(file), bytesTotal: state.size > 0 ? state.size : undefined };
}

/** @throws {CommandError} if the file cannot be read. */
function openFile(file: string): number {
  try {
    if (statSync(file).isDirectory()) throw Object.assign(new Error(file), { code: 'EISDIR' });
    // Opening a pipe would wait for its writer.
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const problem = explainFileProblem(error);
    if (problem === undefined) throw error;
    throw new CommandError(
      'file_unreadable',
      `${makePrintable(file)}: ${problem}. Nothing was stored`,
    );
  }
}

function formatOfName(file: string): ImportFormat | undefined {
  if (/\.csv$/i.test(file)) return 'csv';
  return /\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : undefined;
}

function describe(
  { rows, added, known, changed, conflicts, readAs, skipped }: FileImportOutcome,
  import_: { file: string; walletId: string; seconds: number; id: string | undefined },
): string {
  const { file, walletId, seconds, id } = import_;
  const name = file === '-' ? 'standard input' : makePrintable(file);
  const source = `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} of ${name}`;
  const counts =
    `${formatCount(added)} added, ${formatCount(known)} known, ${formatCount(changed)} changed, ` +
    `${formatCount(conflicts)} in conflict`;
  const reading = [
    `Read as ${readAs}`,
    ...(rows === 0 && skipped.length === 0 ? ['The file has a header and no rows'] : []),
    ...describeSkipped(skipped),
  ]
    .map((line) => `\n${line}`)
    .join('');
  if (id === undefined) {
    return `Dry run with ${source} for ${walletId}: ${counts}. Nothing was stored` + reading;
  }
  const speed = formatCount(Math.round(rows / Math.max(seconds, 0.001)));
  return (
    `Imported ${source} into ${walletId}: ${counts}, ` +
    `in ${seconds.toFixed(1)} s (${speed} rows/s)${reading}\nUndo: teller import undo ${id}`
  );
}

function describeSkipped(skipped: readonly SkippedRows[]): readonly string[] {
  if (skipped.length === 0) return [];
  const total = skipped.reduce((sum, { rows }) => sum + rows, 0);
  return [
    `Skipped ${formatCount(total)} ${total === 1 ? 'row' : 'rows'} that are not transactions of the wallet:`,
    ...skipped.map(
      ({ reason, rows, firstLine }) =>
        `  ${formatCount(rows)} from line ${firstLine}: ${makePrintable(reason)}`,
    ),
  ];
}

/** Lists rows that contradict the exchange on standard error. */
function warnOfConflicts(session: Session, { conflicts, shownConflicts }: ImportOutcome): void {
  if (conflicts === 0) return;
  const rows = conflicts === 1 ? '1 row differs' : `${formatCount(conflicts)} rows differ`;
  note(session, `warning: ${rows} from the exchange's data; the transactions are not changed:`);
  for (const { line, id, fields } of shownConflicts) {
    note(session, `  line ${line}: ${id} differs in ${fields.join(', ')}`);
  }
  const rest = conflicts - shownConflicts.length;
  if (rest > 0) note(session, `  and ${formatCount(rest)} more`);
}
