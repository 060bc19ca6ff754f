/** Serves the management API on a listener of its own. */
import { setImmediate as nextIteration } from 'node:timers/promises';

import type { Logger } from 'pino';

import { createManageService } from '../compose/manage-service.ts';
import type { MasterKey } from '../domain/master-key.ts';
import type { FileToImport, ImportedFile } from '../http/manage/import-file.ts';
import type { RequestMetrics } from '../http/plugins/metrics.ts';
import { listen, SHUTDOWN_GRACE_MS, shutDown } from '../http/server.ts';
import type { ManageContext } from '../manage/context.ts';
import { ManageError } from '../manage/errors.ts';
import { beginImport } from '../manage/imports.ts';
import type { Store } from '../store/store.ts';
import { CommandError, UsageError } from './failure.ts';
import { explainListenError } from './http-server.ts';
import { importFile } from './import/import-file.ts';
import { type FileOptions, readFileOptions } from './import/import-options.ts';
import { PRESET_NAMES, type PresetName } from './import/presets/catalogue.ts';
import type { Session } from './runtime.ts';

/** The options of {@link startManageServer}. */
export interface ManageServerOptions {
  readonly store: Store;
  readonly masterKey: MasterKey;
  readonly logger: Logger;
  readonly metrics: RequestMetrics;
  readonly host: string;
  readonly port: number;
  /** The URL of the public service. */
  readonly publicUrl: string;
}

/** Starts the management API. @throws {CommandError} if its port cannot be used. */
export async function startManageServer(
  session: Session,
  options: ManageServerOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { store, masterKey, logger, metrics, host, port, publicUrl } = options;
  const { mainPath, env, workingFolder, now, randomBytes } = session;
  const service = await createManageService(session.config, {
    store,
    masterKey,
    logger,
    metrics,
    publicUrl,
    now,
    randomBytes,
    importFile: importBody,
    process: { mainPath, env, workingFolder },
  });
  const close = async (): Promise<void> => {
    await shutDown(service.app, SHUTDOWN_GRACE_MS);
    service.close();
  };
  try {
    return { url: await listen(service.app, { host, port }), close };
  } catch (error) {
    await close();
    throw explainListenError(error, host, port);
  }
}

/** Rows of a part are read in some milliseconds. */
const PART_BYTES = 16_384;

/** Returns the parts of a file. This process also serves, so it answers other requests between them. */
async function* readParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    yield bytes.subarray(start, start + PART_BYTES);
    await nextIteration();
  }
}

/** Imports the body of a request by the reader of `teller import`. */
async function importBody(context: ManageContext, file: FileToImport): Promise<ImportedFile> {
  const { walletId, bytes, fileName, isDryRun } = file;
  const begun = await beginImport(context, walletId);
  try {
    const reading = readFileOptions(optionsOf(file), {
      walletId,
      fileName,
      namedFormat: undefined,
    });
    const outcome = await importFile({
      ...reading,
      store: { ...context.store, importFile: begun.store },
      id: begun.id,
      walletId,
      nowMs: context.now(),
      input: readParts(bytes),
      fileName,
      inputName: 'the body',
      bytesTotal: bytes.length,
      isDryRun,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    return { ...outcome, id: isDryRun ? null : begun.id, walletId };
  } catch (error) {
    // The messages are those of the command.
    const isRefusal = error instanceof UsageError || isImportError(error);
    throw isRefusal ? new ManageError('invalid_import', error.message) : error;
  }
}

function isImportError(error: unknown): error is CommandError {
  return error instanceof CommandError && error.code === 'invalid_import';
}

function optionsOf({ format, preset, map, skip }: FileToImport): FileOptions {
  return {
    ...(format !== undefined && { format }),
    ...(preset !== undefined && { preset: readPreset(preset) }),
    ...(map !== undefined && { map }),
    ...(skip !== undefined && { skip }),
  };
}

function readPreset(text: string): PresetName {
  const name = PRESET_NAMES.find((candidate) => candidate === text);
  if (name !== undefined) return name;
  throw new UsageError(`preset must be one of ${PRESET_NAMES.join(', ')}`);
}
