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

const show = async (...args: readonly string[]): Promise<string> =>
  (await callTeller(['balance', '--wallet', walletId, ...args], scratch.variables)).stdout;

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

  it('names the assets of which there may be further networks', async () => {
    const [btc, ...others] = BALANCES;
    await record(false, [{ ...btc!, networksUnknown: true }, ...others]);
    expect(await show('--format', 'table')).toMatch(
      /\(5 min ago\)\nThere may be further networks of BTC\.\n$/,
    );
    await record(false);
  });

  it('writes nothing as JSON Lines if there is no balance', async () => {
    await record(false, []);
    expect(await show('--format', 'jsonl')).toBe('');
    expect(JSON.parse(await show('--json'))).toMatchObject({ balances: [] });
  });

  it('says in the table if the amounts may be more than what can be withdrawn', async () => {
    await record(true);
    expect(await show('--format', 'table')).toMatch(
      /\nThe exchange does not document, .+ which part of the amounts can be withdrawn\.\n$/,
    );
  });
});
