/** Messages about common mistakes, each with its cause and the next step. */
import { beforeAll, describe, expect, it } from 'vitest';

import { callTeller } from '../teller.ts';
import { createImportsWallet, createWallet, CREDENTIALS, shareScratch } from './scratch.ts';
import { runOnTerminal } from './terminal.ts';

const MISSING = 'the file does not exist: check its path';

const scratch = shareScratch();
let projectId: string;
let walletId: string;
beforeAll(async () => {
  ({ projectId, walletId } = await createWallet(scratch.variables));
});

const run = (args: readonly string[], input = '') => callTeller(args, scratch.variables, input);
const add = (exchange: string, credentials: object, ...options: readonly string[]) =>
  run(
    ['wallet', 'add', '--project', projectId, '--exchange', exchange, ...options],
    JSON.stringify(credentials),
  );

/** Expects a failure with exactly this message. */
async function expectFailure(
  running: ReturnType<typeof run>,
  message: string,
  code = 1,
): Promise<void> {
  const result = await running;
  expect(result.stderr.split('\n')[0]).toBe(`teller: ${message}`);
  expect(result).toMatchObject({ code, stdout: '' });
}

describe('the message about', () => {
  it('a missing file names it', async () => {
    await expectFailure(
      run(['import', '--wallet', walletId, 'nowhere.csv']),
      `nowhere.csv: ${MISSING}. Nothing was stored`,
    );
    await expectFailure(
      run(['import', '--wallet', walletId, scratch.folder]),
      `${scratch.folder}: the file is a folder: add the name of a file in it. Nothing was stored`,
    );
    await expectFailure(
      add('binance', {}, '--credentials-file', `${scratch.folder}/none.json`),
      `the credentials cannot be used: ${MISSING}`,
    );
    await expectFailure(
      add('binance', {}, '--credentials-file', scratch.folder),
      'the credentials cannot be used: the file is a folder: add the name of a file in it',
    );
  });

  it('a missing database says how to create or select one', async () => {
    const path = `${scratch.folder}/none.db`;
    const advice = 'create one with "teller org create NAME", or select another with --database';
    await expectFailure(
      run(['wallet', 'list', '--database', path]),
      `there is no database at ${path}; ${advice}`,
    );
    await expectFailure(
      run(['copy', '--from', path, '--to', `${scratch.folder}/to.db`]),
      `--from: there is no database at ${path}: check its path`,
    );
    await expectFailure(
      run(['copy', '--from', path, '--to', path]),
      '--from and --to are the same database',
      2,
    );
  });

  it('a file that is not a database says what to do', async () => {
    const path = scratch.write('text.db', 'no database'.repeat(500));
    const advice = 'check its path, or restore a backup with "teller restore --force FILE"';
    for (const args of [[], ['org', 'list'], ['serve', '--port', '0'], ['sync', '--once']]) {
      await expectFailure(
        run([...args, '--database', path]),
        `${path}: the file is not a database; ${advice}`,
      );
    }
  });

  it.each(['1', '2'])(
    'an address that is not of this machine says what to do, with %s workers',
    async (workers) => {
      const at = ['--port', '0', '--host', '203.0.113.1', '--workers', workers];
      await expectFailure(
        run(['serve', '--no-sync', ...at]),
        'cannot listen on port 0 of 203.0.113.1 (EADDRNOTAVAIL): choose an address of this machine with ' +
          '--host, 127.0.0.1 or 0.0.0.0 for example',
      );
    },
  );

  it('a server that cannot be reached has its address without the password', async () => {
    await expectFailure(
      callTeller(['wallet', 'list'], {
        ...scratch.variables,
        TELLER_DATABASE_URL: 'postgres://me:SECRET@127.0.0.1:1/none',
      }),
      '127.0.0.1:1/none: the database cannot be reached; check that the server runs, or select another ' +
        'database with --database',
    );
  });

  it.each([
    'postgres://me:SECRET@127.0.0.1:1/none',
    'POSTGRESQL://me@127.0.0.1:1/none?password=SECRET',
  ])('a password in an argument warns that other users see it: %s', async (url) => {
    const to = ['--to', `${scratch.folder}/to.db`];
    for (const [option, args] of [
      ['--database', ['wallet', 'list', '--database', url]],
      ['--from', ['copy', '--from', url, ...to]],
      ['--to', ['copy', '--from', `${scratch.folder}/teller.db`, '--to', url]],
    ] as const) {
      const { stderr } = await run(args);
      const [first, ...rest] = stderr.split('\n');
      expect(first).toBe(
        `warning: ${option} contains a password, which other users see in the list of processes; omit it there, and ` +
          'set PGPASSWORD or add it to ~/.pgpass (docs/postgresql.md)',
      );
      expect(rest.join()).not.toContain('warning:');
      expect(stderr).not.toContain('SECRET');
    }
  });

  it('a database in an argument without a password, or in the environment, has no warning', async () => {
    const url = 'postgres://me:SECRET@127.0.0.1:1/none';
    const variables = { ...scratch.variables, TELLER_DATABASE_URL: url };
    for (const running of [
      callTeller(['wallet', 'list'], variables),
      run(['wallet', 'list', '--database', 'postgres://me@127.0.0.1:1/none']),
    ]) {
      const { stderr } = await running;
      expect(stderr).toContain('cannot be reached');
      expect(stderr).not.toContain('warning:');
    }
  });

  it('a passphrase under another name says how to rename it', async () => {
    await expectFailure(
      add('okx', { apiKey: 'abcd-efgh', secret: 'ijkl', passphrase: 'mnop' }),
      'the credentials cannot be used: passphrase is not a field of okx: rename it to password',
    );
    await expectFailure(
      add('okx', { apiKey: 'abcd-efgh', secret: 'ijkl' }),
      'the credentials cannot be used: password is missing; ' +
        'the fields of okx are apiKey, secret, password (the passphrase of the key)',
    );
  });

  it.each([
    ['', 'standard input or the file is empty'],
    [' \n', 'standard input or the file is empty'],
    ['null', 'they are not a JSON object'],
    ['7', 'they are not a JSON object'],
    ['apiKey=…', 'they are not JSON'],
    ['["…"]', 'they are not a JSON object'],
  ])('credentials %j that are no JSON object has the form to use', async (text, problem) => {
    await expectFailure(
      run(['wallet', 'add', '--project', projectId, '--exchange', 'okx'], text),
      `the credentials cannot be used: ${problem}; write them as { "apiKey": "…", "secret": "…", "password": "…" }`,
    );
  });

  it('credentials that are typed on a terminal has the form to use', async () => {
    const args = ['wallet', 'add', '--project', projectId, '--exchange', 'okx'];
    const { shown } = await runOnTerminal(args, '{}\n', scratch);
    expect(shown).toBe(
      'Type the credentials as JSON, { "apiKey": "…", "secret": "…", "password": "…" }, then Ctrl-D:\n',
    );
  });

  it('a master key file that is a folder says so', async () => {
    const { stderr, code } = await callTeller(['key', 'create', '--project', projectId], {
      ...scratch.variables,
      TELLER_MASTER_KEY_FILE: scratch.folder,
    });
    expect(code).toBe(1);
    expect(stderr).toContain(
      `there is no master key at ${scratch.folder}; it is a folder: add the name of a file in it to ` +
        'TELLER_MASTER_KEY_FILE',
    );
  });

  it('a wallet that only takes imports says what it does not have', async () => {
    const { walletId: imports } = await createImportsWallet(scratch.variables);
    const only = `${imports} only takes imports`;
    await expectFailure(run(['balance', '--wallet', imports]), `${only}, so it has no balance`);
    await expectFailure(
      run(['sync', '--once', '--wallet', imports]),
      `${only}: it has no exchange key and is never synchronised; add transactions with: teller import --wallet ${imports} FILE`,
    );
    const credentials = ['wallet', 'credentials', imports, '--unchecked'];
    const { code, stderr } = await run(credentials, JSON.stringify(CREDENTIALS));
    expect([code, stderr]).toEqual([1, expect.stringContaining('only takes imports')]);
    const { stdout } = await run(['doctor']);
    expect(stdout).toContain('ok      credentials: the master key decrypts all of them\n');
  });

  it('placeholders says what to put in their place', async () => {
    const advice = 'is a placeholder: replace it by the value that the exchange issued';
    await expectFailure(
      add('binance', { apiKey: 'YOUR_API_KEY', secret: '…' }),
      `the credentials cannot be used: apiKey ${advice}; secret ${advice}`,
    );
  });

  it.each(['notbase64_-', 'abc'])('a secret of Kraken that is not base64: %s', async (secret) => {
    await expectFailure(
      add('kraken', { apiKey: 'abcdefgh', secret }),
      'the credentials cannot be used: secret is not base64, as the exchange issues it: copy it again',
    );
  });

  it('an exchange that is not supported says why', async () => {
    const advice = 'docs/exchanges.md lists the supported exchanges';
    await expectFailure(
      add('paradex', {}),
      `paradex is not supported: its reads sign with a private key that can move funds. ${advice}`,
      2,
    );
    await expectFailure(
      add('binanceusdm', {}),
      `binanceusdm is not supported: the account of binance. ${advice}`,
      2,
    );
    const { stderr } = await add('Krakn', {});
    expect(stderr).toMatch(
      /^teller: unknown exchange "Krakn"; did you mean kraken\? docs\/exchanges\.md lists the \d+ supported exchanges/,
    );
  });

  it('a key that was already added names the wallet and how to replace its key', async () => {
    const { code, stderr } = await add('binance', CREDENTIALS, '--unchecked');
    expect(code).toBe(0);
    expect(stderr).toContain(
      `warning: ${walletId} of this project has the same key; both wallets would have the same history. ` +
        `To replace the key of a wallet: teller wallet credentials ${walletId}`,
    );
  });

  it.each([
    [['wallet', 'show', 'wallet_x'], 'there is no wallet wallet_x; "teller wallet list"'],
    [['key', 'revoke', 'key_x'], 'there is no API key key_x; "teller key list"'],
    [['webhook', 'test', 'webhook_x'], 'there is no webhook webhook_x; "teller webhook list"'],
    [
      ['project', 'create', 'p', '--org', 'org_x'],
      'there is no organization org_x; "teller org list"',
    ],
    [['project', 'list', '--org', 'org_x'], 'there is no organization org_x; "teller org list"'],
    [
      ['import', 'list', '--wallet', 'wallet_x'],
      'there is no wallet wallet_x; "teller wallet list"',
    ],
    [['sync', '--wallet', 'wallet_x'], 'there is no wallet wallet_x; "teller wallet list"'],
    ...['key', 'wallet', 'webhook'].map((kind): [string[], string] => [
      [kind, 'list', '--project', 'project_x'],
      'there is no project project_x; "teller project list"',
    ]),
    [
      ['key', 'create', '--project', 'project_x'],
      'there is no project project_x; "teller project list"',
    ],
    [
      ['import', 'undo', 'import_x', '--yes'],
      'there is no import to undo import_x; "teller import list"',
    ],
  ])('an unknown record names the command that lists the known ones: %j', async (args, message) => {
    await expectFailure(run(args), `${message} lists what there is`);
  });
});
