import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

import { describeVariables } from '../../src/config/variables.ts';
import { callTeller, runTeller, startTeller, tellerEnvironment } from '../teller.ts';
import { shareScratch, useScratch } from './scratch.ts';

const COMMANDS = [
  'demo',
  'serve',
  'sync',
  'migrate',
  'org create',
  'project create',
  'key create',
  'key list',
  'key revoke',
  'wallet add',
  'wallet list',
  'wallet show',
  'wallet credentials',
  'wallet remove',
  'import',
  'transactions',
  'balance',
  'doctor',
];

const scratch = shareScratch();
/** A folder without a database. */
const empty = useScratch();

const run = (args: readonly string[], input = '') => callTeller(args, scratch.variables, input);

describe('teller --help', () => {
  it('lists every variable of the environment', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const { name } of describeVariables()) expect(stdout).toContain(name);
  });

  it.each(COMMANDS)(
    'explains "teller %s" with its global options and an example',
    async (words) => {
      const { code, stdout } = await run([...words.split(' '), '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain('--json');
      expect(stdout).toContain('--database');
      expect(stdout).toMatch(new RegExp(`Example:\n {2}\\$ .*teller ${words}`));
    },
  );
});

describe('help and version with --json', () => {
  it.each([
    [['--version'], { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) }],
    [['--help'], { help: expect.stringMatching(/^Usage: teller[^]*TELLER_DATABASE_URL/) }],
    [['help'], { help: expect.stringMatching(/^Usage: teller/) }],
    [['help', '--database', 'x'], { help: expect.stringMatching(/^Usage: teller/) }],
    [['help', 'sync'], { help: expect.stringMatching(/^Usage: teller sync[^]*--once/) }],
    [['help', 'org', 'create'], { help: expect.stringMatching(/^Usage: teller org create/) }],
    [['org', 'help', 'create'], { help: expect.stringMatching(/^Usage: teller org create/) }],
    [['key', 'create', '--help'], { help: expect.stringMatching(/^Usage: teller key create/) }],
  ])('are one JSON value: %j', async (args, value) => {
    const { code, stdout } = await run([...args, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(value);
  });
});

describe('wrong usage', () => {
  it.each([
    [['wallte'], 'did you mean wallet?'],
    [['help', 'wallte'], 'did you mean wallet?'],
    [['help', 'nonsense'], "unknown command 'nonsense'"],
    [['key', 'creat'], 'did you mean create?'],
    [['key', 'create', '--projet', 'x'], 'did you mean --project?'],
    [['key', 'create'], 'option --project <id> is missing'],
    [['key'], 'which command?'],
    [['org', 'create'], "missing required argument 'name'"],
    [['org', 'create', ''], 'It must not be empty.'],
    [['key', 'create', '--project', 'x', '--expires', '90'], 'It must be like 12h, 90d'],
    [['wallet', 'list', '--database', ''], 'option --database <url> must not be empty'],
    [['wallet', 'list', '--project', ' '], 'option --project <id> must not be empty'],
    [['key', 'create', '--project', ''], 'option --project <id> must not be empty'],
    [['sync', '--once', '--wallet', ''], 'option --wallet <id> must not be empty'],
    [['serve', '--host', ''], 'option --host <address> must not be empty'],
    [['import', '--wallet', 'x', ''], 'an argument must not be empty'],
    [['import', 'undo', 'x', '--yes', '--dry-run'], 'import undo has no option --dry-run'],
    [['import', '--dry-run', 'undo', 'x', '--yes'], 'import undo has no option --dry-run'],
    [['import', 'undo', 'x', '--yes', '--wallet', 'x'], 'import undo has no option --wallet'],
    [['import', 'list', '--skip', 'x'], 'import list has no option --skip'],
    [['wallet', 'show', ''], 'an argument must not be empty'],
    [['wallet', 'add', '--project', 'x', '--exchange', 'S3CR3T'], 'its name is not shown'],
    [
      ['serve', '--port', '8123', '--manage-port', '8123'],
      'the management API needs a port of its own, not 8123',
    ],
    [['serve', '--workers', '65'], 'It must be an integer from 1 to 64.'],
    [['serve', '--port', '70000'], 'It must be an integer from 0 to 65535.'],
    [['import', '--wallet', 'x', '--format', 'xml', '-'], 'Allowed choices are jsonl, csv.'],
    [['transactions', '--wallet', 'x', '--limit', '1e2'], '--limit must be an integer'],
    [['wallet', 'add', '--project', 'x', '--exchange', 'binanse'], 'did you mean binance?'],
    [['org', 'create', 'x', '--database', 'postgres://h'], 'must be like postgres://'],
    [
      ['wallet', 'add', '--project', 'x', '--exchange', 'x', '--imports-only', '--unchecked'],
      "option '--imports-only' cannot be used with option '--unchecked'",
    ],
    [
      ['wallet', 'add', '--imports-only', '--credentials-file', 'key.json'],
      "option '--imports-only' cannot be used with option '--credentials-file <file>'",
    ],
    [['demo', '--database', 'postgres://u:p@h/x'], 'the demo uses SQLite: omit --database'],
  ])('%j exits with 2 and suggests a correction', async (args, message) => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    expect(code).toBe(2);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect(error.message.toLowerCase()).toContain(message.toLowerCase());
    expect(stderr.toLowerCase()).toContain(message.toLowerCase());
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    ['TELLER_MANAGE_PORT', ['--port', '8123']],
    ['TELLER_METRICS_PORT', ['--port', '0', '--manage-port', '8123']],
  ])('refuses the port of %s twice', async (name, options) => {
    const variables = { ...scratch.variables, [name]: '8123' };
    const { code, stderr } = await callTeller(['serve', '--no-sync', ...options], variables);
    expect(code).toBe(2);
    expect(stderr).toContain('the management API needs a port of its own, not 8123');
  });

  it('never prints a possible secret of the command line', async () => {
    const wallet = ['wallet', 'add', '--project', 'x', '--exchange', 'binance'];
    for (const secret of [
      ['--secret=HUNTER2'],
      ['{"secret":"HUNTER2"}'],
      ['--secret', 'HUNTER2'],
    ]) {
      const { code, stdout, stderr } = await run([...wallet, ...secret]);
      expect(code).toBe(2);
      expect(stdout + stderr).not.toContain('HUNTER2');
    }
  });

  it.each([20, 300])(
    'never prints credentials of %d characters that are passed as the name of their file',
    async (length) => {
      const names = ['--project', 'project_x', '--exchange', 'binance'];
      const credentials = JSON.stringify({ apiKey: 'HUNTER2', secret: 'x'.repeat(length) });
      const args = ['wallet', 'add', ...names, '--credentials-file', credentials, '--json'];
      const { code, stdout, stderr } = await run(args);
      expect(code).toBe(1);
      expect(stderr).toContain('the file ');
      expect(stdout + stderr).not.toContain('HUNTER2');
    },
  );
});

describe('failures', () => {
  it('exit with 1 and print one line or, with --json, one object', async () => {
    const { code, stdout, stderr } = await runTeller(
      ['wallet', 'list', '--json'],
      scratch.variables,
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'database_not_found',
        message: expect.stringContaining('there is no database'),
      },
    });
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('exit with 1 if a command prints a result that is not right', async () => {
    const { code, stdout } = await runTeller(['doctor', '--json'], empty.variables);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false });
  });

  it.each([['sync', '--once'], ['sync']])('do not create a database by %j', async (...args) => {
    const { code, stdout } = await callTeller([...args, '--json'], empty.variables);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'database_not_found' } });
    expect(readdirSync(empty.folder)).toEqual([]);
  });

  it('are none if there is nothing to do, which also creates no master key', async () => {
    const ask = (...args: readonly string[]) => callTeller(args, empty.variables);
    await ask('org', 'create', 'x');
    expect(await ask('sync', '--once')).toEqual({
      code: 0,
      stdout: 'There are no wallets to synchronise.\n',
      stderr: '',
    });
    expect(readdirSync(empty.folder).filter((name) => name.endsWith('.key'))).toEqual([]);
    expect((await ask('migrate')).stdout).toBe('The schema is up to date.\n');
    expect((await ask('doctor', '--fix')).stdout).toMatch(
      /leftover files: none\n[^]*migrations: \d+ applied\n/,
    );
  });

  it('name the help of the command, unless the command line is right', async () => {
    const wrong = await run(['migrate', '--distribute']);
    const lines = [
      'teller: --distribute needs PostgreSQL with Citus; select the database with --database',
      'See: teller migrate --help',
    ];
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: `${lines.join('\n')}\n` });
    const { stderr } = await run(['--json', 'migrate', '--distribute']);
    expect(stderr).toContain('\nSee: teller migrate --help\n');
    const unknown = await run(['wallet', 'show', 'wallet_0']);
    expect(unknown.stderr).not.toContain('See:');
  });

  it('show a stack only with the log level debug', async () => {
    const variables = { ...scratch.variables, TELLER_LOG_LEVEL: 'debug' };
    expect((await callTeller(['wallet', 'list'], variables)).stderr).toContain('    at ');
  });

  it('print no argument that may be a secret, also with a stack', async () => {
    const variables = { ...scratch.variables, TELLER_LOG_LEVEL: 'debug' };
    for (const args of [['SECRET-OF-THE-TEST'], ['--sekret=SECRET-OF-THE-TEST']]) {
      const { stdout, stderr } = await callTeller(['wallet', 'list', ...args], variables);
      expect(stderr).toContain('    at ');
      expect(stdout + stderr).not.toContain('SECRET-OF-THE-TEST');
    }
  });

  it('warn of a key or credentials that others can open', async () => {
    const key = scratch.write('key', Buffer.alloc(32).toString('base64'));
    const credentials = scratch.write('credentials.json', '{}');
    const variables = { ...scratch.variables, TELLER_MASTER_KEY_FILE: key };
    const names = ['--project', 'project_000000000000000000000001', '--exchange', 'binance'];
    const args = ['wallet', 'add', ...names, '--credentials-file', credentials];
    chmodSync(key, 0o600);
    chmodSync(credentials, 0o600);
    expect((await callTeller(args, variables)).stderr).not.toContain('others can open it');
    chmodSync(key, 0o640);
    chmodSync(credentials, 0o604);
    const { stderr } = await callTeller(args, variables);
    expect(stderr).toContain(`warning: ${key} has mode 0640: others can open it; run: chmod 600`);
    expect(stderr).toContain(`warning: ${credentials} has mode 0604`);
  });

  it('warn of a misspelt variable', async () => {
    const variables = { ...scratch.variables, TELLER_RATE_LIMTI: '1' };
    const { stderr } = await callTeller(['wallet', 'list'], variables);
    expect(stderr).toContain('did you mean TELLER_RATE_LIMIT?');
  });
});

describe('bin/teller', () => {
  it('opens no debugger and writes no core dump', async () => {
    const child = startTeller(['serve', '--port', '0', '--no-sync'], empty.variables);
    let output = '';
    child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
    await once(child.stdout!, 'data');
    child.kill('SIGUSR1');
    if (process.platform === 'linux') {
      const limits = readFileSync(`/proc/${child.pid}/limits`, 'utf8');
      expect(limits).toMatch(/^Max core file size +0 +0 /m);
    }
    await sleep(300);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(output).not.toContain('Debugger');
  });

  it('runs through a chain of links, from any folder', async () => {
    const folder = join(empty.folder, 'a folder');
    mkdirSync(folder);
    const target = fileURLToPath(new URL('../../bin/teller', import.meta.url));
    symlinkSync(target, join(folder, 'first'));
    symlinkSync('first', join(folder, 'second'));
    const options = { cwd: folder, env: tellerEnvironment({}) };
    const { stdout } = await promisify(execFile)(join(folder, 'second'), ['--version'], options);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
