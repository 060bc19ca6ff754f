import { useEffect, useRef, useState } from 'preact/hooks';

import {
  TRANSACTION_FIELDS,
  type TransactionField,
  type WalletTeller,
} from '../../../../client/src/index.ts';
import { type Connection, createClient } from '../../state/connections.ts';
import { type ExportFile, openExportFile } from './export-file.ts';
import type { ExportFormat } from './export-format.ts';
import type { Listing } from './listing.ts';

/** Rows per request, the service's maximum. */
const ROWS_PER_REQUEST = 1000;
/** Minimum characters of a write to the file, except for the last one. */
const WRITE_CHARACTERS = 4_194_304;
/** Maximum retries of each request. An export waits if the service is busy or limits the rate. */
const RETRIES = 8;

/** Progress of an export. */
export interface ExportState {
  readonly phase: 'none' | 'running' | 'done' | 'canceled' | 'failed';
  /** Number of rows read. */
  readonly rows: number;
  /** Expected number of rows. More may arrive. */
  readonly total: number;
  /** Cause of the failure. */
  readonly error: Error | undefined;
}

const NONE: ExportState = { phase: 'none', rows: 0, total: 0, error: undefined };

/** The rows, fields and format of an export. */
export interface ExportTask {
  readonly filters: Listing['filters'];
  readonly fields: readonly TransactionField[];
  readonly format: ExportFormat;
  readonly total: number;
}

/** Returns the state of an export and functions that start, cancel and dismiss it. */
export function useExport(connection: Connection) {
  const [state, setState] = useState(NONE);
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const start = async (task: ExportTask): Promise<void> => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    let rows = 0;
    const report = (phase: ExportState['phase'], error?: Error): void =>
      setState({ phase, rows, total: Math.max(task.total, rows), error });
    report('running');
    try {
      await run(task, createClient(connection, RETRIES), signal, (count) => {
        rows = count;
        report('running');
      });
      report('done');
    } catch (error) {
      const isCanceled = signal.aborted || (error as Error).name === 'AbortError';
      report(isCanceled ? 'canceled' : 'failed', error as Error);
    }
  };
  return {
    state,
    start,
    cancel: () => abort.current.abort(),
    dismiss: () => setState(NONE),
  };
}

async function run(
  task: ExportTask,
  wallet: WalletTeller,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<void> {
  const { format, total } = task;
  const name = `transactions.${format.extension}`;
  const file = await openExportFile(name, format.mediaType, total);
  try {
    await writeRows(file, task, wallet, signal, onRows);
    signal.throwIfAborted();
    await file.close();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

async function writeRows(
  file: ExportFile,
  { filters, fields, format }: ExportTask,
  wallet: WalletTeller,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<void> {
  const query = {
    ...filters,
    limit: ROWS_PER_REQUEST,
    fields: fields.length === TRANSACTION_FIELDS.length ? undefined : fields,
  };
  let text = format.writeHead(fields);
  let count = 0;
  for await (const row of wallet.transactions.all(query, { signal })) {
    text += format.writeRow(row, fields);
    count += 1;
    if (count % ROWS_PER_REQUEST === 0) onRows(count);
    if (text.length >= WRITE_CHARACTERS) {
      await file.write(text);
      text = '';
    }
  }
  await file.write(text);
  onRows(count);
}
