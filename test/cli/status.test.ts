import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { claim } from '../store/contract/fixtures.ts';
import { addWallet, askTeller, callTeller, createTenant } from '../teller.ts';
import { createImportsWallet, createWallet, CREDENTIALS, useScratch } from './scratch.ts';
import { runOnTerminal } from './terminal.ts';

const scratch = useScratch();

const MESSAGE = 'binance sapiGetCapitalDepositHisrec: an answer of the exchange with many words';

interface Step {
  readonly found: string;
  readonly commands: readonly { readonly command: string }[];
}

const ask = <Answer>(...argv: readonly string[]) => askTeller<Answer>(argv, scratch.variables);
const nextStep = async () => {
  const { found, commands } = await ask<Step>();
  return { found, first: commands[0]?.command };
};
/** Records a failed synchronisation of every wallet; a stopped one waits for the operator. */
const failAll = (code: string, isStopped = false) => {
  const database = new DatabaseSync(scratch.variables['TELLER_DATABASE_URL']!);
  database
    .prepare(`UPDATE wallet_sync SET failure_code = ?, failure_message = ?, failure_at_ms = ?,
      failure_count = 1, next_run_at_ms = iif(?, NULL, 1)`)
    .run(code, MESSAGE, Date.now(), Number(isStopped));
  database.close();
};

const OF_WALLET = 'wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?)';
const change = (text: string, values: readonly (string | number | null)[]) => {
  const database = new DatabaseSync(scratch.variables['TELLER_DATABASE_URL']!);
  expect(database.prepare(text).run(...values).changes).toBe(1);
  database.close();
};

it('teller sync --once reports a stopped wallet as failed, without a request', async () => {
  const { walletId } = await createWallet(scratch.variables);
  failAll('exchange_key_refused', true);
  const { code, stdout } = await callTeller(['sync', '--once'], {
    ...scratch.variables,
    TELLER_EXCHANGE_PROXY_URL: 'http://127.0.0.1:1/',
  });
  expect([code, stdout]).toEqual([
    1,
    `${walletId} binance: failed (exchange_key_refused), 0 rows read. ${MESSAGE} The wallet is stopped; ` +
      `once the cause is fixed, run: teller sync --once --wallet ${walletId}\n`,
  ]);
});

describe('teller without a command', () => {
  it('names the next step in each state of the installation', async () => {
    expect(await nextStep()).toEqual({ found: 'There is no database yet.', first: 'teller demo' });
    await ask('org', 'create', 'first');
    expect((await nextStep()).found).toBe('The database is empty.');
    const { orgId } = await createTenant(scratch.variables);
    expect(await nextStep()).toEqual({ found: 'There is no wallet yet.', first: 'teller init' });
    const { id: projectId } = await ask<{ id: string }>('project', 'create', 'p', '--org', orgId);
    const walletId = await addWallet(
      { projectId } as Parameters<typeof addWallet>[0],
      'binance',
      CREDENTIALS,
      scratch.variables,
    );
    expect(await nextStep()).toEqual({
      found: 'No wallet was synchronised yet.',
      first: 'teller serve',
    });
    failAll('exchange_unavailable');
    const failing = await nextStep();
    expect(failing.found).toContain(`wallet ${walletId} failed: exchange_unavailable`);
    expect(failing.first).toBe(`teller wallet show ${walletId}`);
    for (const code of ['exchange_key_refused', 'credentials_unreadable']) {
      failAll(code, true);
      const stopped = await ask<Step>();
      expect(stopped.found).toBe(
        `Wallet ${walletId} is stopped until you act: ${code}: ${MESSAGE}`,
      );
      expect(stopped.commands.map(({ command }) => command)).toContain(
        `teller wallet credentials ${walletId}`,
      );
    }
  });

  it('advises no synchronisation if every wallet only takes imports', async () => {
    await createImportsWallet(scratch.variables);
    expect((await nextStep()).found).toBe('Every wallet is in order.');
  });

  it('advises to resume a wallet if all that are synchronised are paused', async () => {
    const { walletId, ...tenant } = await createWallet(scratch.variables);
    await ask('wallet', 'pause', walletId);
    expect(await nextStep()).toEqual({
      found: 'No wallet is synchronised: each one is paused.',
      first: `teller wallet resume ${walletId}`,
    });
    await addWallet(tenant, 'binance', CREDENTIALS, scratch.variables);
    expect((await nextStep()).found).toBe('No wallet was synchronised yet.');
  });

  it('advises an API key if none can be used', async () => {
    const { apiKey, projectId } = await createWallet(scratch.variables);
    await ask('key', 'revoke', apiKey.split('.')[0]!.split('_').slice(0, 2).join('_'));
    expect(await nextStep()).toEqual({
      found: 'No API key can read the wallets.',
      first: `teller key create --project ${projectId}`,
    });
  });

  it('advises an API key if the only one has expired', async () => {
    const { projectId } = await createWallet(scratch.variables);
    change('UPDATE api_key SET expires_at_ms = ?', [Date.now() - 1]);
    expect((await nextStep()).first).toBe(`teller key create --project ${projectId}`);
  });

  it.each([['--database', ''], ['--database=']])('reads the database of %s', async (...option) => {
    const path = scratch.variables['TELLER_DATABASE_URL']!;
    const argv = [...option.slice(0, -1), `${option.at(-1)}${path}`];
    await ask('org', 'create', 'first');
    const { found } = await askTeller<Step>(argv, {
      ...scratch.variables,
      TELLER_DATABASE_URL: `${path}-missing`,
    });
    expect(found).toBe('The database is empty.');
  });

  it('prints commands that can be copied, and no error', async () => {
    const { code, stdout, stderr } = await callTeller([], scratch.variables);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('\n  $ teller init\n');
  });
});

describe('teller status', () => {
  it('counts wallets by state, and names the exchange that does not respond', async () => {
    const { walletId } = await createWallet(scratch.variables);
    const before = await ask<Record<string, unknown>>('status');
    expect(before).toMatchObject({
      wallets: { total: 1, states: { new: 1 }, quarantinedRows: 0 },
      failing: [],
      lastSyncAt: null,
      webhooks: [],
    });
    failAll('exchange_unavailable');
    expect(await ask('status')).toMatchObject({
      wallets: { states: { failing: 1 } },
      failing: [{ walletId, exchange: 'binance', code: 'exchange_unavailable' }],
      unavailableExchanges: [{ exchange: 'binance', wallets: 1 }],
      database: { bytes: expect.any(Number), freeBytes: expect.any(Number) },
    });
  });

  it('names no exchange that did not respond only for paused wallets', async () => {
    const { walletId } = await createWallet(scratch.variables);
    failAll('exchange_unavailable');
    await ask('wallet', 'pause', walletId);
    expect(await ask('status')).toMatchObject({
      wallets: { states: { paused: 1 } },
      failing: [],
      unavailableExchanges: [],
    });
  });

  it('shows no table of failures if there are none', async () => {
    const { walletId } = await createWallet(scratch.variables);
    const unused = await callTeller(['status'], scratch.variables);
    expect(unused.stdout).toMatch(/^Exchanges +not used yet$/m);
    expect(unused.stdout).not.toContain('FAILED');
    const set = `UPDATE wallet_sync SET last_sync_at_ms = ? WHERE ${OF_WALLET}`;
    change(set, [Date.now(), walletId]);
    const used = await callTeller(['status'], scratch.variables);
    expect(used.stdout).toMatch(/^Exchanges +all respond$/m);
  });

  it('shows the state on one screen: wallets that are stopped first, then the latest failures', async () => {
    const { projectId } = await createWallet(scratch.variables);
    const tenant = { projectId } as Parameters<typeof addWallet>[0];
    const ids: string[] = [];
    for (const exchange of ['kraken', 'kraken', 'okx', 'gate']) {
      const credentials = { ...CREDENTIALS, secret: 'c2VjcmV0', password: 'password' };
      ids.push(await addWallet(tenant, exchange, credentials, scratch.variables));
    }
    const [older, latest, stopped, synced] = ids;
    const fail = (id: string, code: string, minutesAgo: number, nextRunAtMs: number | null) =>
      change(
        `UPDATE wallet_sync SET failure_code = ?, failure_message = ?, failure_at_ms = ?,
          failure_count = 1, next_run_at_ms = ? WHERE ${OF_WALLET}`,
        [code, `failed ${minutesAgo}`, Date.now() - minutesAgo * 60_000, nextRunAtMs, id],
      );
    fail(older!, 'exchange_unavailable', 50, 1);
    fail(latest!, 'exchange_unavailable', 5, 1);
    fail(stopped!, 'exchange_key_refused', 90, null);
    change(`UPDATE wallet_sync SET last_sync_at_ms = ? WHERE ${OF_WALLET}`, [
      Date.now() - 3 * 60_000,
      synced!,
    ]);
    const { shown } = await runOnTerminal(['status'], '', scratch, 200);
    expect(shown).toMatch(/^Wallets +5\n/);
    expect(shown).toMatch(/^Last sync +3 min ago$/m);
    expect(shown).toMatch(/^Exchanges +kraken did not respond for 2 wallets, 5 min ago$/m);
    // OKX has responded: it refused the key.
    expect(shown).not.toContain('okx did not respond');
    expect(shown).toMatch(/^Webhooks +none$/m);
    expect(shown).toMatch(/^Database +.+ free on its disk$/m);
    expect(shown).not.toContain('more: teller wallet list');
    const listed = [...shown.matchAll(/^(wallet_\w+) .*failed (\d+)$/gm)];
    expect(listed.map(([, id, minutes]) => [id, minutes])).toEqual([
      [stopped, '90'],
      [latest, '5'],
      [older, '50'],
    ]);
    expect(shown).toContain(`Wallet ${stopped} is stopped until you act`);
    expect(shown).toContain('at OKX it needs only:');
    fail(older!, 'exchange_account_disabled', 100, null);
    const two = await nextStep();
    expect(two.found).toContain(`Wallet ${stopped} and 1 more are stopped until you act`);
    fail(stopped!, 'exchange_account_disabled', 110, null);
    const kept = await callTeller([], scratch.variables);
    expect(kept.stdout).toContain(`Wallet ${older} and 1 more are stopped`);
    expect(kept.stdout).not.toContain('wallet credentials');
    fail(older!, 'exchange_unavailable', 50, 1);
    fail(stopped!, 'exchange_key_refused', 90, null);
    change(
      `UPDATE wallet_sync SET failure_code = NULL, failure_message = NULL,
      failure_at_ms = NULL, failure_count = 0, next_run_at_ms = 1 WHERE ${OF_WALLET}`,
      [stopped!],
    );
    const { found } = await nextStep();
    expect(found).toContain(`wallet ${latest} and 1 more failed: exchange_unavailable`);
  });

  it('lists five of the wallets that fail, and counts the others', async () => {
    const tenant = await createTenant(scratch.variables);
    for (let count = 0; count < 7; count += 1) {
      await addWallet(tenant, 'binance', CREDENTIALS, scratch.variables);
    }
    failAll('exchange_unavailable');
    const { stdout } = await callTeller(['status'], scratch.variables);
    expect(stdout.match(/^wallet_/gm)).toHaveLength(5);
    expect(stdout).toContain('\nand 2 more: teller wallet list\n');
  });

  it('counts the rows that could not be read, and the log of the database', async () => {
    const { walletId } = await createWallet(scratch.variables);
    const path = scratch.variables['TELLER_DATABASE_URL']!;
    const status = async () => (await callTeller(['status'], scratch.variables)).stdout;
    expect(await status()).not.toContain('Quarantine');
    const store = openSqliteStore({ path });
    const row = { key: 'k', source: 'balances', raw: '{}', reason: 'r' };
    const lease = await claim(store, walletId);
    await store.recordBalances(lease, { readAtMs: 1, balances: [], quarantined: [row] });
    await store.releaseLease(lease);
    const bytes = statSync(path).size + statSync(`${path}-wal`).size;
    const described = await ask<{ database: { bytes: number } }>('status');
    await store.close();
    expect(described).toMatchObject({ wallets: { quarantinedRows: 1 } });
    expect(described.database.bytes).toBeGreaterThanOrEqual(bytes);
    expect(await status()).toMatch(/^Quarantine +1 unread rows$/m);
  });

  it('needs a database', async () => {
    const { code, stderr } = await callTeller(['status'], scratch.variables);
    expect(code).toBe(1);
    expect(stderr).toContain('there is no database at');
  });
});

/** A command of an example, and an error of an exchange, which lists break within words. */
const COMMAND = /^ *\$ /;
const LISTS: readonly (readonly string[])[] = [
  [],
  ['status'],
  ['wallet', 'list'],
  ['key', 'list'],
  ['org', 'list'],
  ['project', 'list'],
  ['webhook', 'list'],
  ['manage-key', 'list'],
  ['import', 'list'],
];

it.each([60, 80, 200])('fits into a terminal of %d columns', async (columns) => {
  const { walletId, projectId } = await createWallet(scratch.variables);
  await ask('manage-key', 'create', '--label', 'a label that is rather long, but not too long');
  const url = 'https://hooks.example.com/a/path/that/is/longer/than/most';
  await ask('webhook', 'add', '--project', projectId, url);
  failAll('exchange_unavailable');
  for (const argv of [...LISTS, ['wallet', 'show', walletId]]) {
    const { shown, failure } = await runOnTerminal(argv, '', scratch, columns);
    expect({ argv, failure }).toEqual({ argv, failure: undefined });
    const long = shown.split('\n').filter((line) => line.length > columns && !COMMAND.test(line));
    expect({ argv, long }).toEqual({ argv, long: [] });
  }
});
