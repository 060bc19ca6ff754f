/** Serves the management API on a listener of its own. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { createManageService, type ManageServiceParts } from '../compose/manage-service.ts';
import type { FileToImport, ImportedFile } from '../http/manage/import-file.ts';
import { FILES_MAX, FILES_OF_KEY_MAX } from '../http/manage/large-bodies.ts';
import { listen, SHUTDOWN_GRACE_MS, shutDown } from '../http/server.ts';
import type { ManageContext } from '../manage/context.ts';
import { ManageError } from '../manage/errors.ts';
import { FairTurns } from '../manage/fair-turns.ts';
import { RecordNotFoundError, StoreUnavailableError } from '../store/errors.ts';
import { CommandError, UsageError } from './failure.ts';
import { delayShutdown, explainListenError } from './http-server.ts';
import { importBody } from './import-body.ts';
import type { ImportThreadData, ImportThreadResult } from './import-thread.ts';
import type { Session } from './runtime.ts';

/** The options of {@link startManageServer}. */
export interface ManageServerOptions extends Pick<
  ManageServiceParts,
  'store' | 'masterKey' | 'logger' | 'metrics' | 'publicUrl'
> {
  readonly host: string;
  readonly port: number;
  /** The option or variable that has the port. */
  readonly portSetting: string;
}

/** Starts the management API. @throws {CommandError} if its port cannot be used. */
export async function startManageServer(
  session: Session,
  options: ManageServerOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { host, port, portSetting, ...parts } = options;
  const service = await createManageService(session.config, {
    ...session,
    ...parts,
    importFile: (context, file) => importRequest(session, context, file),
  });
  const close = async (): Promise<void> => {
    await shutDown(service.app, SHUTDOWN_GRACE_MS);
    service.close();
  };
  try {
    const url = await listen(service.app, { host, port });
    // For as long as the service accepts requests.
    return { url, close: () => delayShutdown(session.config).then(close) };
  } catch (error) {
    await close();
    const settings = { host: '--manage-host', port: portSetting, allowsAnyPort: true };
    throw explainListenError(error, { host, port, settings });
  }
}

/** Minimum size of a body that a thread imports. A smaller one takes less time than the start of a thread. */
const THREAD_BYTES_MIN = 65_536;
/** The codes of errors of a file and its options. */
const REFUSED: ReadonlySet<unknown> = new Set(['invalid_import', 'wrong_usage']);

/** Returns a message of the command with the names of a request's parameters. */
function nameParameters(message: string): string {
  return message
    .replaceAll('--time-zone', 'timeZone')
    .replaceAll('--decimal-comma', 'decimalComma');
}

/** Imports the body of a request. */
async function importRequest(
  { env, workingFolder }: Pick<Session, 'env' | 'workingFolder'>,
  context: ManageContext,
  file: FileToImport,
): Promise<ImportedFile> {
  try {
    if (file.bytes.length < THREAD_BYTES_MIN) return await importBody(context, file);
    const { actor } = context;
    return await threads.run(actor.id, () => runThread({ env, workingFolder, actor, file }));
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof UsageError)) throw error;
    const { code, message } = error;
    if (REFUSED.has(code)) throw new ManageError('invalid_import', nameParameters(message));
    if (code === 'record_not_found') throw new RecordNotFoundError('wallet', file.walletId);
    throw code === 'store_unavailable' ? new StoreUnavailableError(message) : error;
  }
}

/** One thread at a time: each has its file in memory, and SQLite has one writer. Management keys take turns. */
const threads = new FairTurns({
  runningMax: 1,
  runningOfGroupMax: 1,
  waitingMax: FILES_MAX,
  waitingOfGroupMax: FILES_OF_KEY_MAX,
});

/** Imports a body in a thread. */
async function runThread(data: ImportThreadData): Promise<ImportedFile> {
  const module = new URL(`import-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(module, { workerData: data });
  // Rejects if the thread ends by an error without a code.
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread of an import has ended without a result');
  });
  const [result] = (await Promise.race([once(thread, 'message'), ended])) as [ImportThreadResult];
  if ('imported' in result) return result.imported;
  throw new CommandError(result.code, result.message);
}
