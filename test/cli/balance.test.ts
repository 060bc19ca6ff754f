import { beforeAll, describe, expect, it } from 'vitest';

import type { AssetBalance } from '../../src/domain/balance.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { claim } from '../store/contract/fixtures.ts';
import { callTeller } from '../teller.ts';
import { createWallet, shareScratch } from './scratch.ts';

const NETWORK = {
  id: 'BTC',
  code: 'BTC',
  name: 'Bitcoin',
  displayName: 'Bitcoin, the chain',
  minWithdrawal: '0.0001',
  maxWithdrawal: '5',
  assetName: 'BTC',
  addressRegex: '^bc1"x",y$',
};
const LIGHTNING = {
  ...NETWORK,
  id: 'LN',
  displayName: 'Lightning',
  minWithdrawal: null,
  maxWithdrawal: null,
  addressRegex: null,
};
const AMOUNT = '12.500000000000000000000000001';
const BALANCES: readonly AssetBalance[] = [
  { asset: 'BTC', amount: parseDecimal(AMOUNT), networks: [NETWORK, LIGHTNING] },
  { asset: 'EUR', amount: parseDecimal('0'), networks: [] },
  { asset: 'XYZ', amount: parseDecimal('7'), networks: [], networksUnknown: true },
];

const scratch = shareScratch();
let walletId: string;
let syncedAtMs: number;

beforeAll(async () => {
  ({ walletId } = await createWallet(scratch.variables));
  syncedAtMs = Date.now() - 5 * MINUTE_MS;
  await record(false);
});

/** Stores the balances. @param withdrawableUnverified true if it is not known which part can be withdrawn. */
async function record(withdrawableUnverified: boolean, reported = BALANCES): Promise<void> {
  const store = openSqliteStore({ path: scratch.variables['TELLER_DATABASE_URL']! });
  const lease = await claim(store, walletId);
  const balances = { readAtMs: syncedAtMs, balances: reported, quarantined: [] };
  await store.recordBalances(lease, { ...balances, withdrawableUnverified });
  await store.recordOutcome(lease, { nextRunAtMs: Date.now() + MINUTE_MS, syncedAtMs });
  await store.releaseLease(lease);
  await store.close();
}

const run = (...args: readonly string[]) =>
  callTeller(['balance', '--wallet', walletId, ...args], scratch.variables);
const show = async (...args: readonly string[]): Promise<string> => (await run(...args)).stdout;

describe('teller balance', () => {
  it('writes the response of the endpoint as JSON, with every digit', async () => {
    const text = await show('--json');
    expect(text).toContain(`"amount":${AMOUNT}`);
    const { lastSyncAt, balances } = JSON.parse(text) as {
      lastSyncAt: string;
      balances: readonly { asset: string; networks: readonly object[] }[];
    };
    expect(lastSyncAt).toBe(new Date(syncedAtMs).toISOString());
    expect(balances.map(({ asset, networks }) => [asset, networks.length])).toEqual([
      ['BTC', 2],
      ['EUR', 0],
      ['XYZ', 0],
    ]);
    expect(balances[0]?.networks[0]).toEqual(NETWORK);
  });

  it('writes an asset on each line as JSON Lines', async () => {
    const lines = (await show('--format', 'jsonl')).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(`"amount":${AMOUNT}`);
    expect(JSON.parse(lines[1]!)).toMatchObject({ asset: 'EUR', amount: 0, networks: [] });
  });

  it('writes a network on each line as CSV, and an asset without networks on one', async () => {
    expect((await show('--format', 'csv')).trimEnd().split('\n')).toEqual([
      'asset,amount,networkId,networkCode,networkName,networkDisplayName,minWithdrawal,maxWithdrawal,assetName,addressRegex',
      `BTC,${AMOUNT},BTC,BTC,Bitcoin,"Bitcoin, the chain",0.0001,5,BTC,"^bc1""x"",y$"`,
      `BTC,${AMOUNT},LN,BTC,Bitcoin,Lightning,,,BTC,`,
      'EUR,0,,,,,,,,',
      'XYZ,7,,,,,,,,',
    ]);
  });

  it('shows a table with the limits and the age, and which networks are unknown', async () => {
    const rows = (await show('--format', 'table')).split('\n').map((line) => line.split(/ {2,}/));
    expect(rows).toContainEqual([
      'BTC',
      AMOUNT,
      'BTC',
      '0.0001',
      '5',
      expect.stringMatching(/^Bitcoin, the/),
    ]);
    const text = await show('--format', 'table');
    expect(text).toMatch(/^ +LN +- +- +Lightning$/m);
    expect(text).toMatch(/^EUR +0 +- +- +-$/m);
    expect(text).toMatch(/^XYZ +7 +not reported +- +-$/m);
    expect(text).toMatch(/\n\nSynchronised .+ \(5 min ago\)\n$/);
  });

  it('writes nothing as JSON Lines if there is no balance', async () => {
    await record(false, []);
    expect(await show('--format', 'jsonl')).toBe('');
    expect(JSON.parse(await show('--json'))).toMatchObject({ balances: [] });
  });
});

describe.each(['table', 'json', 'jsonl', 'csv'])('teller balance --format %s', (format) => {
  it('warns of networks that are not reported, of some or of all', async () => {
    const [btc, eur, xyz] = BALANCES;
    for (const [reported, assets] of [
      [BALANCES, 'XYZ'],
      [[{ ...btc!, networksUnknown: true }, eur!, xyz!], 'BTC, XYZ'],
    ] as const) {
      await record(false, reported);
      const { stderr, stdout } = await run('--format', format);
      expect(stderr).toBe(
        `warning: the exchange does not report all networks of ${assets} to this key: there may be further ones\n`,
      );
      expect(stdout).not.toContain('further');
    }
    await record(false, [btc!, eur!]);
    expect(await run('--format', format)).toMatchObject({ code: 0, stderr: '' });
  });

  it('warns if the amounts may be more than what can be withdrawn', async () => {
    await record(true, [BALANCES[0]!]);
    const { stderr, stdout } = await run('--format', format);
    expect(stderr).toMatch(
      /^warning: the exchange does not document, .+ which part of the amounts can be withdrawn\n$/,
    );
    expect(stdout).not.toContain('document');
  });

  it('warns that the last synchronisation failed, with its code', async () => {
    await record(false, [BALANCES[0]!]);
    const store = openSqliteStore({ path: scratch.variables['TELLER_DATABASE_URL']! });
    const lease = await claim(store, walletId);
    const failure = { code: 'exchange_unavailable', message: 'Closed.', atMs: syncedAtMs };
    await store.recordOutcome(lease, { nextRunAtMs: Date.now() + MINUTE_MS, failure });
    await store.releaseLease(lease);
    await store.close();
    const syncedAt = new Date(syncedAtMs).toISOString();
    expect((await run('--format', format)).stderr).toBe(
      'warning: the last synchronisation failed (exchange_unavailable), and a running worker retries it: ' +
        `the data is of ${syncedAt}; see: teller wallet show ${walletId}\n`,
    );
  });
});
