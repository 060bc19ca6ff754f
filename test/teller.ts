import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { runCommandLine } from '../src/cli/run.ts';
import { STOP_SIGNALS } from '../src/cli/stop-signal.ts';

const TELLER = fileURLToPath(new URL('../bin/teller', import.meta.url));
const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

/** The result of a run of `teller`. */
export interface TellerRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the environment of a test, without the developer's own settings. */
export function tellerEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...variables };
}

/** Starts the real command. */
export function startTeller(
  args: readonly string[],
  variables: Record<string, string>,
): ChildProcess {
  return spawn(TELLER, args, {
    env: tellerEnvironment(variables),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs the real command to its end. */
export async function runTeller(
  args: readonly string[],
  variables: Record<string, string>,
  input = '',
): Promise<TellerRun> {
  const child = startTeller(args, variables);
  child.stdin?.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/**
 * Runs a command to its end in this process, in a tenth of the time of {@link runTeller}. A command that logs,
 * waits for a lock of this process or has a terminal needs a separate process.
 */
export async function callTeller(
  args: readonly string[],
  variables: Record<string, string>,
  input = '',
): Promise<TellerRun> {
  const output = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof output) => ({
    write: (part: string): boolean => {
      output[name] += part;
      return true;
    },
  });
  const runtime = {
    mainPath: MAIN,
    env: tellerEnvironment(variables),
    workingFolder: process.cwd(),
    stdin: Readable.from([Buffer.from(input)]) as NodeJS.ReadStream,
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    now: Date.now,
    randomBytes,
  };
  const restore = saveProcessState();
  process.exitCode = 0;
  try {
    const code = await runCommandLine(runtime, args);
    return { code: code || process.exitCode, ...output };
  } finally {
    restore();
  }
}

/** Returns a function that removes what a command changes in its process: the exit code and signal listeners. */
function saveProcessState(): () => void {
  const { exitCode } = process;
  const listeners = STOP_SIGNALS.map((name) => [name, process.listeners(name)] as const);
  return () => {
    process.exitCode = exitCode;
    for (const [name, former] of listeners) {
      for (const listener of process.listeners(name)) {
        if (!former.includes(listener)) process.off(name, listener);
      }
    }
  };
}

/** Runs a command with `--json` in this process and parses its output; a failure fails the test. */
export async function askTeller<Answer>(
  args: readonly string[],
  variables: Record<string, string>,
  input = '',
): Promise<Answer> {
  const { code, stdout, stderr } = await callTeller([...args, '--json'], variables, input);
  // Advice is for people: a program only gets warnings.
  if (code !== 0 || /^(?:Next|See):/m.test(stderr)) {
    throw new Error(`teller ${args.join(' ')}: ${stdout}${stderr}`);
  }
  return JSON.parse(stdout) as Answer;
}

/** An organization, a project and a key in the database that the variables name. */
export interface Tenant {
  readonly orgId: string;
  readonly projectId: string;
  readonly apiKey: string;
}

/** Creates a tenant through the command line. */
export async function createTenant(variables: Record<string, string>): Promise<Tenant> {
  const org = await askTeller<{ id: string }>(['org', 'create', 'test'], variables);
  const project = await askTeller<{ id: string }>(
    ['project', 'create', '--org', org.id, 'test'],
    variables,
  );
  const key = await askTeller<{ apiKey: string }>(
    ['key', 'create', '--project', project.id],
    variables,
  );
  return { orgId: org.id, projectId: project.id, apiKey: key.apiKey };
}

/**
 * Adds a wallet through the command line, without requests to the exchange. The credentials are passed by
 * standard input.
 */
export async function addWallet(
  tenant: Tenant,
  exchange: string,
  credentials: object,
  variables: Record<string, string>,
): Promise<string> {
  const args = ['wallet', 'add', '--project', tenant.projectId, '--exchange', exchange];
  args.push('--unchecked');
  return (await askTeller<{ id: string }>(args, variables, JSON.stringify(credentials))).id;
}

/** Imports a transaction, so that the service lists the transactions of a wallet that was never synchronised. */
export async function importRow(
  walletId: string,
  variables: Record<string, string>,
): Promise<void> {
  const row = { asset: 'BTC', type: 'deposit', amount: '1', timestamp: 2e12, status: 'completed' };
  await askTeller(['import', '--wallet', walletId, '-'], variables, JSON.stringify(row));
}

/** Returns the number of transactions that a wallet has. */
export async function countTransactions(
  walletId: string,
  variables: Record<string, string>,
): Promise<number> {
  const args = ['transactions', '--wallet', walletId, '--limit', '1'];
  const list = await askTeller<{ pagination: { totalCount: number } }>(args, variables);
  return list.pagination.totalCount;
}

/** A running `teller serve`. */
export interface TellerService {
  readonly pid: number;
  readonly url: string;
  /** The URL of the management API; empty without `--manage-port`. */
  readonly manageUrl: string;
  readonly stop: () => Promise<void>;
  /** Kills it. */
  readonly kill: () => Promise<void>;
}

/** Starts `teller serve` on a free port and returns its URL; fails with its error if it does not start. */
export async function startService(
  variables: Record<string, string>,
  args: readonly string[] = ['--no-sync'],
): Promise<TellerService> {
  const child = startTeller(['serve', '--port', '0', '--json', ...args], variables);
  child.stderr?.resume();
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  };
  const { url, manageUrl = '' } = JSON.parse(line.toString()) as {
    url?: string;
    manageUrl?: string;
  };
  if (url === undefined) throw new Error(`teller serve did not start: ${line.toString()}`);
  const stopped = { stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
  return { pid: child.pid!, url, manageUrl, ...stopped };
}

/** Returns the four headers of a request. */
export function headersOf(tenant: Tenant, walletId: string): Record<string, string> {
  return {
    'x-svc-api-key': tenant.apiKey,
    'x-svc-org-id': tenant.orgId,
    'x-svc-project-id': tenant.projectId,
    'x-svc-wallet-id': walletId,
  };
}
