/** What a command gets from the process that runs it. */
import { readConfig, type Config, type Environment } from '../config/read-config.ts';
import { openStore, type OpenOptions } from '../compose/open-store.ts';
import type { RandomBytes } from '../domain/id.ts';
import { explainOpenMode } from './secret-file.ts';
import type { Store } from '../store/store.ts';

/** A stream that text is written to. */
export interface TextSink {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): boolean;
}

/** The process, as commands see it. */
export interface Runtime {
  readonly env: Environment;
  readonly workingFolder: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly now: () => number;
  readonly randomBytes: RandomBytes;
}

/** The options that every command has. */
export interface GlobalOptions {
  readonly json?: true;
  readonly database?: string;
}

/** A command that is about to run: its configuration and where its result goes. */
export interface Session extends Runtime {
  readonly config: Config;
  readonly json: boolean;
}

/** Reads the configuration for a command and tells its warnings. */
export function startSession(runtime: Runtime, options: GlobalOptions): Session {
  const env =
    options.database === undefined
      ? runtime.env
      : { ...runtime.env, TELLER_DATABASE_URL: options.database };
  const config = readConfig(env, runtime.workingFolder);
  for (const warning of config.warnings) note(runtime, `warning: ${warning}`);
  const { masterKey } = config;
  if (masterKey.kind === 'file') warnOfOpenFile(runtime, masterKey.path);
  return { ...runtime, env, config, json: options.json === true };
}

/**
 * Runs `use` with the store and closes it afterwards. SQLite's schema is brought up to date; that of
 * a PostgreSQL, which others use as well, is the operator's to change (`teller migrate`).
 */
export async function withStore<Result>(
  session: Session,
  options: OpenOptions,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(session.config, options);
  try {
    if (session.config.database.kind === 'sqlite') await store.migrate();
    else await store.ping();
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Writes the command's result: one JSON value with `--json`, else the text. */
export function printResult(session: Session, value: unknown, text: string): void {
  session.stdout.write(session.json ? `${JSON.stringify(value)}\n` : `${text}\n`);
}

/** Warns if others may read a file with secrets: a mounted secret often has such a mode by default. */
export function warnOfOpenFile(runtime: Pick<Runtime, 'stderr'>, path: string): void {
  const problem = explainOpenMode(path);
  if (problem !== undefined) note(runtime, `warning: ${problem}`);
}

/** Writes a line for people to standard error. */
export function note(runtime: Pick<Runtime, 'stderr'>, text: string): void {
  runtime.stderr.write(`${text}\n`);
}
