import { createReadStream, fstatSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { type Command, Option } from 'commander';

import { createId } from '../../domain/id.ts';
import { RecordNotFoundError } from '../../store/errors.ts';
import type { ImportOutcome } from '../../store/import.ts';
import { example } from '../example.ts';
import { formatCount } from '../format.ts';
import {
  type FileImport,
  IMPORT_FORMATS,
  type ImportFormat,
  importFile,
} from '../import/import-file.ts';
import { ProgressMeter } from '../import/progress-meter.ts';
import { requireOption } from '../option-values.ts';
import {
  note,
  printResult,
  startSession,
  withStore,
  type Runtime,
  type Session,
} from '../runtime.ts';
import { listenForStop } from '../stop-signal.ts';
import { addImportListCommand } from './import-list.ts';
import { addImportUndoCommand } from './import-undo.ts';

interface ImportOptions {
  readonly wallet?: string;
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
}

type ImportInput = Pick<FileImport, 'input' | 'fileName' | 'bytesTotal' | 'format'>;

const CHUNK_BYTES = 256 * 1024;

const DETAILS = `
The fields are those of the transactions endpoint: id, walletId, asset, type, amount, timestamp,
status, txid, address, feeCost, feeCurrency. Required are asset, type, amount, timestamp (Unix
milliseconds or RFC 3339) and status.

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
    .option('--dry-run', 'report the result without storing anything')
    .addOption(
      new Option(
        '--format <format>',
        'default: determined by the name of the file or its first character',
      ).choices(IMPORT_FORMATS),
    )
    .addHelpText('after', DETAILS)
    .addHelpText(
      'after',
      example(
        'teller import --wallet wallet_f0… history-2019.csv --dry-run',
        'zcat history.jsonl.gz | teller import --wallet wallet_f0… -',
      ),
    )
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const walletId = requireOption(options.wallet, '--wallet <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      await runImport(session, walletId, file, options);
    });
  addImportListCommand(command, runtime);
  addImportUndoCommand(command, runtime);
}

async function runImport(
  session: Session,
  walletId: string,
  file: string,
  { format, dryRun: isDryRun = false }: ImportOptions,
): Promise<void> {
  const startedAtMs = session.now();
  const signal = listenForStop();
  const id = createId('import', session.randomBytes);
  const input = openInput(session, file, format, signal);
  const outcome = await withStore(session, { create: false }, async (store) => {
    if ((await store.findWallet(walletId)) === undefined) {
      throw new RecordNotFoundError('wallet', walletId);
    }
    const meter = new ProgressMeter(session);
    const onProgress = meter.update.bind(meter);
    try {
      return await importFile({
        ...input,
        store,
        id,
        walletId,
        nowMs: startedAtMs,
        isDryRun,
        signal,
        onProgress,
      });
    } finally {
      meter.clear();
    }
  });
  const seconds = (session.now() - startedAtMs) / 1000;
  warnOfConflicts(session, outcome);
  const { shownConflicts, ...counts } = outcome;
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

function openInput(
  session: Session,
  file: string,
  format: ImportFormat | undefined,
  signal: AbortSignal,
): ImportInput {
  const given = format === undefined ? {} : { format };
  if (file === '-') {
    const input = addAbortSignal(signal, session.stdin);
    return { input, fileName: null, bytesTotal: undefined, ...given };
  }
  const descriptor = openSync(file, 'r');
  const size = fstatSync(descriptor).size;
  const named = formatOfName(file);
  return {
    input: createReadStream('', { fd: descriptor, highWaterMark: CHUNK_BYTES, signal }),
    fileName: basename(file),
    // Pipes have no size.
    bytesTotal: size > 0 ? size : undefined,
    ...(named === undefined ? {} : { format: named }),
    ...given,
  };
}

function formatOfName(file: string): ImportFormat | undefined {
  if (/\.csv$/i.test(file)) return 'csv';
  return /\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : undefined;
}

function describe(
  { rows, added, known, changed, conflicts }: ImportOutcome,
  import_: { file: string; walletId: string; seconds: number; id: string | undefined },
): string {
  const { file, walletId, seconds, id } = import_;
  const name = file === '-' ? 'standard input' : file;
  const counts =
    `${formatCount(added)} added, ${formatCount(known)} known, ${formatCount(changed)} changed, ` +
    `${formatCount(conflicts)} in conflict`;
  if (id === undefined) {
    return `Dry run of ${name} for ${walletId}: of ${formatCount(rows)} rows ${counts}. Nothing was stored`;
  }
  const speed = formatCount(Math.round(rows / Math.max(seconds, 0.001)));
  return (
    `Imported ${name} into ${walletId}: of ${formatCount(rows)} rows ${counts}, ` +
    `in ${seconds.toFixed(1)} s (${speed} rows/s)\nUndo: teller import undo ${id}`
  );
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
