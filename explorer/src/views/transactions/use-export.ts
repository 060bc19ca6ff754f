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

/** Rows of a request: the service's own maximum. */
const ROWS_PER_REQUEST = 1000;
/** Characters that are written to the file in one step. */
const WRITE_CHARACTERS = 4_194_304;
/** Attempts after the first, for each page: an export waits for a busy or limited service. */
const RETRIES = 8;

/** How far an export is. */
export interface ExportState {
  readonly phase: 'none' | 'running' | 'done' | 'canceled' | 'failed';
  /** Rows that were read. */
  readonly rows: number;
  /** Rows that are expected; more may arrive. */
  readonly total: number;
  /** Why it failed. */
  readonly error: Error | undefined;
}

const NONE: ExportState = { phase: 'none', rows: 0, total: 0, error: undefined };

/** What is exported. */
export interface ExportTask {
  readonly filters: Listing['filters'];
  readonly fields: readonly TransactionField[];
  readonly format: ExportFormat;
  readonly total: number;
}

/** Returns the state of an export, and what starts, cancels and dismisses it. Leaving the view cancels. */
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
