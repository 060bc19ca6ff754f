/**
 * The thread that imports a large body of the management API, with a database connection of its own. The process of the
 * request also serves, and SQLite's driver is synchronous: statements about a whole file would block all callers.
 */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';

import { loadMasterKey } from '../compose/load-master-key.ts';
import { openStore } from '../compose/open-store.ts';
import { type Environment, readConfig } from '../config/read-config.ts';
import type { FileToImport, ImportedFile } from '../http/manage/import-file.ts';
import type { ManageContext } from '../manage/context.ts';
import { importBody } from './import-body.ts';

/** What the thread imports, and who has sent it. */
export interface ImportThreadData {
  readonly env: Environment;
  readonly workingFolder: string;
  readonly actor: ManageContext['actor'];
  readonly file: FileToImport;
}

/** What the thread returns: the outcome, or an error with a code. */
export type ImportThreadResult =
  | { readonly imported: ImportedFile }
  | { readonly code: string; readonly message: string };

async function run(data: ImportThreadData): Promise<ImportThreadResult> {
  const { env, workingFolder, actor, file } = data;
  const config = readConfig(env, workingFolder);
  const store = await openStore(config, { create: false });
  const loadKey = () => loadMasterKey(config, store, randomBytes);
  const context = { store, actor, now: Date.now, randomBytes, loadMasterKey: loadKey };
  try {
    return { imported: await importBody(context, file) };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return { code: String(error.code), message: error.message };
  } finally {
    await store.close();
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await run(workerData as ImportThreadData));
