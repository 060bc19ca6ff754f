import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const TELLER = fileURLToPath(new URL('../bin/teller', import.meta.url));

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

/** Runs the command with `--json` and parses its output; a failure fails the test. */
export async function askTeller<Answer>(
  args: readonly string[],
  variables: Record<string, string>,
  input = '',
): Promise<Answer> {
  const run = await runTeller([...args, '--json'], variables, input);
  if (run.code !== 0) throw new Error(`teller ${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout) as Answer;
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

/** A running `teller serve`. */
export interface TellerService {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Kills it. */
  readonly kill: () => Promise<void>;
}

/** Starts `teller serve` on a free port and returns its URL. */
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
  const { url } = JSON.parse(line.toString()) as { url: string };
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
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
