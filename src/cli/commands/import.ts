import { createReadStream, fstatSync, openSync } from 'node:fs';
import { type Command, Option } from 'commander';

import { RecordNotFoundError } from '../../store/store.ts';
import { example } from '../example.ts';
import { formatCount } from '../format.ts';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportProgress,
  importFile,
} from '../import/import-file.ts';
import { ProgressMeter } from '../import/progress-meter.ts';
import { requireOption } from '../option-values.ts';
import { printResult, startSession, withStore, type Runtime, type Session } from '../runtime.ts';

interface ImportOptions {
  readonly wallet?: string;
  readonly format?: ImportFormat;
}

/** What is imported: a stream, and its size where it is a file. */
interface ImportInput {
  readonly chunks: AsyncIterable<unknown>;
  readonly bytesTotal: number | undefined;
  readonly format: ImportFormat | undefined;
}

const CHUNK_BYTES = 256 * 1024;

const DETAILS = `
The fields are those of the transactions endpoint: id, walletId, asset, type, amount, timestamp,
status, txid, address, feeCost, feeCurrency. Required are asset, type, amount, timestamp (Unix
milliseconds or RFC 3339) and status. Importing a file again doubles nothing.
`;

/** Adds `teller import`. */
export function addImportCommand(program: Command, runtime: Runtime): void {
  program
    .command('import')
    .description('add transactions to a wallet from JSON Lines or CSV')
    .argument('<file>', 'the file, or - for standard input')
    .option('--wallet <id>', 'the wallet')
    .addOption(
      new Option(
        '--format <format>',
        'default: by the name of the file, or its first character',
      ).choices(IMPORT_FORMATS),
    )
    .addHelpText('after', DETAILS)
    .addHelpText(
      'after',
      example(
        'teller import --wallet wallet_f0… history-2019.csv',
        'zcat history.jsonl.gz | teller import --wallet wallet_f0… -',
      ),
    )
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const walletId = requireOption(options.wallet, '--wallet <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      const startedAtMs = session.now();
      const input = openInput(session, file, options.format);
      const done = await runImport(session, walletId, input);
      const seconds = (session.now() - startedAtMs) / 1000;
      const { rows, added } = done;
      const repeated = rows - added;
      const speed = formatCount(Math.round(rows / Math.max(seconds, 0.001)));
      printResult(
        session,
        { walletId, rows, added, repeated, seconds },
        `Imported ${formatCount(rows)} rows into ${walletId}: ${formatCount(added)} added, ` +
          `${formatCount(repeated)} known before, in ${seconds.toFixed(1)} s (${speed} rows/s)`,
      );
    });
}

function openInput(session: Session, file: string, format: ImportFormat | undefined): ImportInput {
  if (file === '-') return { chunks: session.stdin, bytesTotal: undefined, format };
  const descriptor = openSync(file, 'r');
  const size = fstatSync(descriptor).size;
  return {
    chunks: createReadStream('', { fd: descriptor, highWaterMark: CHUNK_BYTES }),
    // Pipes and the like have no size.
    bytesTotal: size > 0 ? size : undefined,
    format: format ?? formatOfName(file),
  };
}

function formatOfName(file: string): ImportFormat | undefined {
  if (/\.csv$/i.test(file)) return 'csv';
  return /\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : undefined;
}

function runImport(
  session: Session,
  walletId: string,
  { chunks, bytesTotal, format }: ImportInput,
): Promise<ImportProgress> {
  return withStore(session, { create: false }, async (store) => {
    if ((await store.findWallet(walletId)) === undefined) {
      throw new RecordNotFoundError('wallet', walletId);
    }
    const meter = new ProgressMeter(session, bytesTotal);
    try {
      return await importFile({
        store,
        walletId,
        input: chunks,
        ...(format === undefined ? {} : { format }),
        onProgress: (progress) => meter.update(progress),
      });
    } finally {
      meter.clear();
    }
  });
}
