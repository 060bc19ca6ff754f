/** The packed program, installed into an empty folder and run there, as by an operator. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { publint } from 'publint';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { KEYS } from '../sync/harness.ts';
import { tellerEnvironment } from '../teller.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKED_BYTES_MAX = 5_000_000;
const INSTALLATION_MS_MAX = 180_000;
/** Files of a checkout that are not in the repository. */
const NOT_COPIED = new Set(['.git', 'data', 'dist', 'client/dist', 'explorer/dist']);
/** npm's own defaults instead of the settings of the checkout, which npm passes on to its scripts. */
const NPM_DEFAULTS = ['--loglevel=warn', '--strict-allow-scripts=false'];
/** The folders of executables with Node 24 first. */
const PATH_OF_NODE_24 = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
const run = promisify(execFile);

interface PackedFile {
  readonly path: string;
}
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly PackedFile[];
}

let scratch: string;
let packed: Packed;
let warnings: string;
/** The folder into which the package is installed. */
let folder: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'teller-package-'));
  packed = await packCopy(join(scratch, 'source'));
  folder = join(scratch, 'empty');
  mkdirSync(folder);
  const archive = join(scratch, packed.filename);
  const options = ['--prefer-offline', '--ignore-scripts', '--omit=dev', ...NPM_DEFAULTS];
  const installation = await run('npm', ['install', ...options, '--prefix', folder, archive]);
  warnings = installation.stderr;
}, INSTALLATION_MS_MAX);
afterEach(stop);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Packs a copy of the checkout, because packing builds the page that other tests read. */
async function packCopy(copy: string, destination = scratch): Promise<Packed> {
  const isCopied = (path: string): boolean =>
    basename(path) !== 'node_modules' && !NOT_COPIED.has(relative(ROOT, path));
  cpSync(ROOT, copy, { recursive: true, filter: isCopied });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', destination], {
    cwd: copy,
    // The runner of the tests sets it, and the pages would be built for development, with the paths of the copy.
    env: { ...process.env, NODE_ENV: undefined },
  });
  const [report] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [Packed];
  return report;
}

/** Starts the installed command; resolves with the JSON that it prints first. */
async function start<Answer>(
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<Answer> {
  child = spawn(join(folder, 'node_modules/.bin/teller'), [...args, '--json'], {
    cwd: folder,
    env: tellerEnvironment(variables),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as Answer;
}

/** Stops the command of {@link start} and its child processes. */
async function stop(): Promise<void> {
  const started = child;
  child = undefined;
  if (started === undefined || started.exitCode !== null) return;
  started.kill('SIGTERM');
  await once(started, 'close');
}

describe('the tarball', () => {
  it('is small', () => {
    expect(packed.size).toBeGreaterThan(100_000);
    expect(packed.size).toBeLessThan(PACKED_BYTES_MAX);
  });

  it(
    'has the same bytes if it is packed again in another folder',
    async () => {
      const destination = join(scratch, 'again');
      mkdirSync(destination);
      const again = await packCopy(join(scratch, 'other-source'), destination);
      const first = readFileSync(join(scratch, packed.filename));
      expect(readFileSync(join(destination, again.filename)).equals(first)).toBe(true);
    },
    INSTALLATION_MS_MAX,
  );

  it('contains the compiled program, its migrations and the explorer', () => {
    expect(packed.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'bin/node',
        'bin/teller',
        'deploy/systemd/teller',
        'deploy/systemd/wallet-teller.service',
        'dist/simulator/simulator.js',
        'dist/src/cli/main.js',
        'dist/src/exchanges/best-effort/exchanges.json',
        'dist/src/exchanges/kraken/account.js',
        'dist/src/store/postgres/migrations/0001-initial.sql',
        'dist/src/store/sqlite/migrations/0001-initial.sql',
        'explorer/dist/index.html',
        'explorer/dist/index.html.br',
      ]),
    );
  });

  it('has a valid manifest', async () => {
    const archive = Uint8Array.from(readFileSync(join(scratch, packed.filename)));
    const { messages } = await publint({ pack: { tarball: archive.buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it('contains no sources, tests, benchmarks or tools', () => {
    const unexpected =
      /\.ts$|\.tsx$|\.map$|\.test\.js$|(^|\/)(test|bench|tools|node_modules|data)\//;
    expect(packed.files.filter(({ path }) => unexpected.test(path))).toEqual([]);
  });
});

describe('package.json', () => {
  it('compiles by prepare, the only script that npm runs both to pack and to install a git URL', () => {
    const { scripts } = readManifest();
    expect(Object.keys(scripts).filter((name) => /^pre(pare|pack)$|pack$/.test(name))).toEqual([
      'prepare',
    ]);
  });
});

describe('the installed package', () => {
  it('is installed as the README says', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(readme).toContain(`npm install ./${packed.filename} `);
  });

  it('is installed without a warning about the version of Node', () => {
    expect(warnings).not.toContain('EBADENGINE');
  });

  it.each([
    ['the Node on the PATH', process.env['PATH'] ?? ''],
    ['Node 24', PATH_OF_NODE_24],
  ])('runs by npx with %s', async (_name, PATH) => {
    const environment = { cwd: folder, env: { ...process.env, PATH } };
    const version = await run('npx', ['teller', '--version'], environment);
    expect(version.stdout.trim()).toBe(readManifest().version);
    const help = await run('npx', ['teller', '--help'], environment);
    expect(help.stdout).toContain('$ teller demo');
  });

  it('runs the demo, whose service never loads ccxt', async () => {
    const moduleLog = join(scratch, 'modules');
    const recorder = new URL('../cli/record-modules.ts', import.meta.url).href;
    const demo = await start<{ url: string; headers: Record<string, string> }>(
      ['demo', '--port', '0'],
      { MODULE_LOG: moduleLog, NODE_OPTIONS: `--import=${recorder}` },
    );
    for (const path of ['/', '/docs']) {
      const page = await fetch(demo.url + path);
      expect(await page.text()).toContain('<script type="module"');
    }
    const listing = await fetch(`${demo.url}/v0/wallet/transactions`, demo);
    expect(await listing.json()).toHaveProperty('transactions.9.walletId');
    const balance = await fetch(`${demo.url}/v0/wallet/withdraw/balance`, demo);
    expect(await balance.json()).toHaveProperty('balances.0.networks');

    const loads = readFileSync(moduleLog, 'utf8').split('\n');
    const ofCcxt = loads.filter((each) => each.includes('/node_modules/ccxt/'));
    expect(ofCcxt).not.toEqual([]);
    expect(ofCcxt.filter((each) => each.startsWith(`${child?.pid} `))).toEqual([]);
  });

  it('runs several HTTP workers', async () => {
    const quiet = { TELLER_LOG_LEVEL: 'warn' };
    const args = ['serve', '--workers', '2', '--port', '0'];
    const { url } = await start<{ url: string }>(args, quiet);
    const { status } = await fetch(`${url}/readyz`);
    expect(status).toBe(200);
  });

  it('checks a key in its child process, and imports a file in its thread', async () => {
    const simulator = await startLiveExchanges();
    onTestFinished(() => simulator.close());
    addAccount(simulator, 'kraken', { seed: 'package', count: 5 });
    const variables = {
      TELLER_DATABASE_URL: `sqlite:${join(scratch, 'managed.db')}`,
      TELLER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...variablesOf(simulator),
    };
    const teller = (...args: readonly string[]) =>
      run(join(folder, 'node_modules/.bin/teller'), [...args, '--json'], {
        env: tellerEnvironment(variables),
      });
    await teller('migrate');
    const { manageKey } = JSON.parse((await teller('manage-key', 'create')).stdout) as {
      readonly manageKey: string;
    };
    const args = ['serve', '--no-sync', '--port', '0', '--manage-port', '0'];
    const { manageUrl } = await start<{ manageUrl: string }>(args, variables);
    const post = async (path: string, body: object | string): Promise<Record<string, unknown>> => {
      const isText = typeof body === 'string';
      const response = await fetch(`${manageUrl}/v0${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${manageKey}`,
          'content-type': isText ? 'application/x-ndjson' : 'application/json',
        },
        body: isText ? body : JSON.stringify(body),
      });
      return (await response.json()) as Record<string, unknown>;
    };
    const { id: orgId } = await post('/organizations', { name: 'Example' });
    const { id } = await post('/projects', { orgId, name: 'Main' });
    const account = { exchange: 'kraken', credentials: KEYS.kraken };
    const wallet = await post(`/projects/${String(id)}/wallets`, account);
    expect(wallet).toMatchObject({ exchange: 'kraken', state: 'new' });
    const row = {
      asset: 'BTC',
      type: 'deposit',
      amount: '1',
      timestamp: 2e12,
      status: 'completed',
    };
    const rows = Array.from({ length: 1000 }, () => JSON.stringify(row)).join('\n');
    const imported = await post(`/wallets/${String(wallet['id'])}/imports`, rows);
    expect(imported).toMatchObject({ rows: 1000, added: 1000 });
  });

  it('runs on a Node 24 of the PATH if npm has installed none', async () => {
    const bare = join(scratch, 'bare');
    cpSync(join(ROOT, 'bin'), join(bare, 'bin'), { recursive: true });
    const environment = { env: { PATH: PATH_OF_NODE_24 } };
    const { stdout } = await run(join(bare, 'bin/node'), ['--version'], environment);
    expect(stdout.trim()).toBe(process.version);
  });
});

function readManifest(): {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as ReturnType<
    typeof readManifest
  >;
}
