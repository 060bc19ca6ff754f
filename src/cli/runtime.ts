/** The process, configuration and output of a command. */
import {
  readConfig,
  selectDatabase,
  type Config,
  type DatabaseLocation,
  type Environment,
} from '../config/read-config.ts';
import { hasPassword } from '../config/values.ts';
import { openStore, type OpenOptions } from '../compose/open-store.ts';
import type { RandomBytes } from '../domain/id.ts';
import { NodeUnavailableError, StoreUnavailableError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { CommandError } from './failure.ts';
import { wrapMessage } from './help-text.ts';
import { explainOpenMode } from './secret-file.ts';
import { makeLinesPrintable } from './table.ts';

type PostgresLocation = Extract<DatabaseLocation, { kind: 'postgres' }>;

/** A text stream. */
export interface TextSink {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): boolean;
}

/** The parts of the process that commands use. */
export interface Runtime {
  /** The module that starts `teller`, also in a child process. */
  readonly mainPath: string;
  readonly env: Environment;
  readonly workingFolder: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly now: () => number;
  readonly randomBytes: RandomBytes;
}

/** The options of every command. */
export interface GlobalOptions {
  readonly json?: true;
  readonly database?: string;
}

/** A command that is about to run: its process, configuration and output format. */
export interface Session extends Runtime {
  readonly config: Config;
  readonly json: boolean;
}

/**
 * Reads the configuration of a command, and writes its warnings.
 *
 * @param databaseOption the option that has the database, for messages.
 */
export function startSession(
  runtime: Runtime,
  options: GlobalOptions,
  databaseOption = '--database',
): Session {
  const env =
    options.database === undefined ? runtime.env : selectDatabase(runtime.env, options.database);
  const config = readConfig(env, runtime.workingFolder);
  for (const warning of config.warnings) note(runtime, `warning: ${warning}`);
  warnOfPassword(runtime, databaseOption, options.database);
  const { masterKey } = config;
  if (masterKey.kind === 'file') warnOfOpenFile(runtime, masterKey.path);
  return { ...runtime, env, config, json: options.json === true };
}

/**
 * Runs `use` with the store and closes the store afterwards. Migrates an SQLite database. A PostgreSQL
 * database is only migrated by the operator (`teller migrate`), because other processes use it.
 */
export async function withStore<Result>(
  session: Session,
  options: OpenOptions,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(session.config, options);
  try {
    const { database } = session.config;
    if (database.kind === 'sqlite') await store.migrate();
    else {
      await reachServer(database.url, () => checkServer(store, options));
      // A standby may be down or behind while the server is not.
      if (options.readsStandby === true) await reachServedDatabase(database, store);
    }
    return await use(store);
  } finally {
    await store.close();
  }
}

async function checkServer(store: Store, options: OpenOptions): Promise<void> {
  await store.checkSchema();
  if (options.onlyServes !== true) await store.checkUser();
  if (options.runsService === true) await store.checkServingRole();
}

/**
 * Checks that the service can read its database, or the standby.
 *
 * @throws {CommandError} with the address of the server if it cannot be used.
 */
export function reachServedDatabase(
  { url, replicaUrl }: PostgresLocation,
  store: Store,
): Promise<void> {
  return reachServer(replicaUrl ?? url, async () => {
    await store.ping();
    await store.checkReads();
  });
}

/** @throws {CommandError} with the address of the server if it cannot be used. */
async function reachServer(url: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    // The message already names the node, which is another server than the one of the URL.
    if (error instanceof NodeUnavailableError || !(error instanceof StoreUnavailableError)) {
      throw error;
    }
    const { host, pathname } = new URL(url);
    throw new CommandError(error.code, `${host}${pathname}: ${error.message}`);
  }
}

/**
 * Writes the command's result: one JSON value with `--json`, otherwise the text without control characters, in lines that
 * fit into the terminal.
 */
export function printResult(session: Session, value: unknown, text: string): void {
  const shown = session.json
    ? JSON.stringify(value)
    : wrapMessage(makeLinesPrintable(text), session.stdout.columns);
  session.stdout.write(`${shown}\n`);
}

/** Warns if an option of the command line is a database URL with a password. */
export function warnOfPassword(
  runtime: Pick<Runtime, 'stderr'>,
  option: string,
  address: string | undefined,
): void {
  if (address === undefined || !hasPassword(address)) return;
  note(
    runtime,
    `warning: ${option} contains a password, which other users see in the list of processes; omit it there, and ` +
      'set PGPASSWORD or add it to ~/.pgpass (docs/postgresql.md)',
  );
}

/** Warns if others can read a file with secrets, as is common for mounted secrets. */
export function warnOfOpenFile(runtime: Pick<Runtime, 'stderr'>, path: string): void {
  const problem = explainOpenMode(path);
  if (problem !== undefined) note(runtime, `warning: ${problem}`);
}

/** Writes a message for people to standard error, without control characters, in lines that fit into the terminal. */
export function note(runtime: Pick<Runtime, 'stderr'>, text: string): void {
  runtime.stderr.write(`${wrapMessage(makeLinesPrintable(text), runtime.stderr.columns)}\n`);
}
