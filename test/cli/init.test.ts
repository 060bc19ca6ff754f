import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import { askTeller, callTeller } from '../teller.ts';
import { OKX, shareScratch, useScratch } from './scratch.ts';
import { runOnTerminal } from './terminal.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

/** The key of an account that may withdraw and trade. */
const MOVES = { ...OKX, apiKey: 'okx-moves-funds' };
const ROWS = 5;

const scratch = shareScratch();
/** A folder without a database. */
const empty = useScratch();
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startLiveExchanges();
  const history = addAccount(simulator, 'okx', { seed: 'init', count: ROWS }, { credentials: OKX });
  const permissions = { withdraw: true, trade: true };
  simulator.addAccount('okx', { credentials: MOVES, history, permissions });
});
afterAll(() => simulator.close());

/** The environment in which commands call the simulated exchange. */
const simulated = () => ({
  ...scratch.variables,
  ...variablesOf(simulator),
});
const init = (answers: readonly string[], ...options: readonly string[]) =>
  callTeller(['init', ...options], simulated(), `${answers.join('\n')}\n`);
const ANSWERS = ['okx', OKX.apiKey, OKX.secret, OKX.password, 'cold wallet'];

describe('teller init', () => {
  it('asks again after an empty answer, and lists exchanges', async () => {
    const { stderr } = await init(['', '   ', 'qqqqqq']);
    const choices = 'certified are binance, bitget, bitstamp, bitvavo, bybit, coinbase, cryptocom';
    expect(stderr.split(`Type the name of an exchange; ${choices}`)).toHaveLength(3);
    expect(stderr).toContain(`unknown exchange "qqqqqq"; ${choices}`);
    expect(stderr).not.toContain('did you mean');
  });

  it('asks again if the file of an answer cannot be read', async () => {
    const { stderr } = await init(['OKX', '@/nowhere/key', ...ANSWERS.slice(1, 2)]);
    expect(stderr).toContain(
      'an answer that starts with @ is the path of a file: the file does not exist: check its path',
    );
    expect(stderr).not.toContain('ENOENT');
  });

  it('adds another wallet to the same project with a secret in a file, and prints a curl', async () => {
    expect((await init(ANSWERS)).code).toBe(0);
    const file = scratch.write('secret.txt', `${OKX.secret}\n`);
    const { code, stdout, stderr } = await init(ANSWERS.with(2, `@${file}`));
    expect(code).toBe(0);
    expect(stderr).toContain('has the same key');
    expect(stdout).toContain("curl -s 'http://127.0.0.1:8080/v0/wallet/transactions?limit=5'");
    const { projects } = await askTeller<{ projects: unknown[] }>(
      ['project', 'list'],
      scratch.variables,
    );
    expect(projects).toHaveLength(1);
  });

  it('says how to continue if the history cannot be read', async () => {
    const fault = { kind: 'status', status: 400 } as const;
    simulator.faults.add({
      path: /deposit-history|withdrawal-history|bills/,
      fault,
      times: Infinity,
    });
    const run = await init(ANSWERS, '--json');
    simulator.faults.clear();
    const result = JSON.parse(run.stdout) as { walletId: string };
    const { walletId } = result;
    expect(run.code).toBe(1);
    expect(result).toMatchObject({ sync: { ok: false }, error: { code: 'sync_failed' } });
    expect(run.stderr).toContain(`or run: teller sync --once --wallet ${walletId}`);
  });

  it.each([[['--json']], [[]]])(
    'shows the new key if the database fails during the first read, with %j',
    async (options) => {
      await askTeller(['org', 'create', 'first'], empty.variables);
      const database = new DatabaseSync(empty.variables['TELLER_DATABASE_URL']!);
      database.exec(`CREATE TRIGGER no_lease BEFORE UPDATE OF lease_token ON wallet_sync
        BEGIN SELECT RAISE(ABORT, 'the disk has failed'); END`);
      database.close();
      const variables = { ...simulated(), ...empty.variables };
      const run = await callTeller(['init', ...options], variables, `${ANSWERS.join('\n')}\n`);
      const { wallets } = await askTeller<{ wallets: readonly { id: string }[] }>(
        ['wallet', 'list'],
        empty.variables,
      );
      const walletId = wallets[0]!.id;
      expect(run.code).toBe(1);
      expect(run.stdout).toContain(walletId);
      expect(run.stdout).toMatch(/key_\w+\.[\w-]{43}/);
      expect(run.stderr).toContain('the disk has failed');
      expect(run.stderr).toContain(`or run: teller sync --once --wallet ${walletId}`);
      if (options.length > 0) {
        const error = { code: 'sync_failed' };
        expect(JSON.parse(run.stdout)).toMatchObject({
          walletId,
          apiKey: expect.any(String),
          error,
        });
      }
    },
  );

  it('asks for another key after the exchange rejected one', async () => {
    const run = await init(['okx', 'other', ...ANSWERS.slice(2, 4), ...ANSWERS.slice(1)], '--json');
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/rejects the key/);
    expect(run.stderr).not.toContain('--unchecked');
  });

  it('asks for five keys at most', async () => {
    const before = await askTeller(['wallet', 'list'], scratch.variables);
    const rejected = ['other', OKX.secret, OKX.password];
    const run = await init(['okx', ...Array.from({ length: 6 }, () => rejected).flat()]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('OKX rejected 5 keys; nothing was stored');
    expect(await askTeller(['wallet', 'list'], scratch.variables)).toEqual(before);
  });

  it('shows no part of a key that is typed on a terminal, and leaves the terminal after the answers', async () => {
    const variables = simulated();
    const typed = ['okx', 'typed-key', 'typed-secret', 'typed-passphrase', ...ANSWERS.slice(1)];
    const run = await runOnTerminal(['init'], typed, { ...scratch, variables });
    expect(run).toMatchObject({ failure: undefined, isReading: false });
    const { shown } = run;
    expect(shown).toContain('okx');
    expect(shown).toContain('rejects the key');
    expect(shown).not.toContain('typed-');
  });

  it('reads the history by a key that may withdraw, if this is allowed', async () => {
    const answers = ANSWERS.with(1, MOVES.apiKey);
    const run = await init(answers, '--allow-withdraw-permission', '--json');
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ sync: { ok: true } });
  });

  it('asks for no other key after one that may withdraw', async () => {
    const { apiKey, secret, password } = MOVES;
    const run = await init(['okx', apiKey, secret, password, ...ANSWERS.slice(1)]);
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain('may withdraw');
    expect(run.stderr.split('apiKey:')).toHaveLength(2);
  });

  it('stores nothing if the exchange rejects the key, or if the answers end', async () => {
    const before = await askTeller(['wallet', 'list'], scratch.variables);
    const rejected = await init(['okx', 'other', OKX.secret, OKX.password, '']);
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toMatch(/rejects the key/);
    const ended = await init(['okx', OKX.apiKey]);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/the input ended before the answer to "secret:"/);
    const endless = await init(Array.from({ length: 9 }, () => 'nowhere'));
    expect(endless.stderr).toMatch(/no usable answer to "Exchange/);
    expect(await askTeller(['wallet', 'list'], scratch.variables)).toEqual(before);
  });

  it('refuses a value of another form, and says which form it has', async () => {
    const run = await init(['binance', 'x y', 'key', 'secret', '']);
    expect(run.stderr).toMatch(/apiKey must/);
    expect(run.stderr).not.toContain('x y');
  });

  it('refuses a named project without a database before any question', async () => {
    const run = await callTeller(['init', '--project', 'project_none'], empty.variables);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('there is no database at');
    expect(run.stderr).not.toContain('Exchange');
  });

  it('stores the wallet in the named project, and refuses another before any question', async () => {
    const { projects } = await askTeller<{ projects: readonly { orgId: string }[] }>(
      ['project', 'list'],
      scratch.variables,
    );
    const create = ['project', 'create', 'second', '--org', projects[0]!.orgId];
    const { id } = await askTeller<{ id: string }>(create, scratch.variables);
    const count = async () =>
      (await askTeller<{ wallets: unknown[] }>(['wallet', 'list'], scratch.variables)).wallets
        .length;
    const before = await count();
    const unnamed = await init(ANSWERS);
    expect(unnamed).toMatchObject({ code: 2, stdout: '' });
    expect(unnamed.stderr).toContain('there are several projects; name one with --project');
    const unknown = await init(ANSWERS, '--project', 'project_none');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    for (const { stderr } of [unnamed, unknown]) expect(stderr).not.toContain('Exchange');
    expect(await count()).toBe(before);
    const named = await init(ANSWERS, '--project', id, '--json');
    expect(JSON.parse(named.stdout)).toMatchObject({ projectId: id });
    expect(await count()).toBe(before + 1);
  });
});
