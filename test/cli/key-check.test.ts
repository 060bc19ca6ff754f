import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import { callTeller, createTenant, type TellerRun } from '../teller.ts';
import { OKX, shareScratch } from './scratch.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const OKX_MOVES = { ...OKX, apiKey: 'okx-moves-funds' };
const BINANCE_TRADES = { apiKey: 'binance-trades', secret: 'binance-secret' };
const BYBIT_SUB = { apiKey: 'bybit-sub-account', secret: 'bybit-secret' };
const BITVAVO = { apiKey: 'bitvavo-reads', secret: 'bitvavo-secret' };
const KRAKEN_SECRET = Buffer.alloc(64, 7).toString('base64');
const NOWHERE = 'http://127.0.0.1:9/';

const scratch = shareScratch();
let simulator: Simulator;
let projectId: string;

beforeAll(async () => {
  simulator = await startLiveExchanges();
  const made = { seed: 'permissions', count: 5 };
  const history = addAccount(simulator, 'okx', made, { credentials: OKX });
  const moves = { withdraw: true, trade: true };
  simulator.addAccount('okx', { credentials: OKX_MOVES, history, permissions: moves });
  const trades = { withdraw: false, trade: true };
  addAccount(simulator, 'binance', made, { credentials: BINANCE_TRADES, permissions: trades });
  addAccount(simulator, 'bitvavo', made, { credentials: BITVAVO });
  addAccount(simulator, 'bybit', made, { credentials: BYBIT_SUB, isSubAccount: true });
});
afterAll(() => simulator.close());

const run = (
  args: readonly string[],
  input = '',
  proxyUrl = simulator.url,
  variables = {},
): Promise<TellerRun> =>
  callTeller(
    args,
    {
      ...scratch.variables,
      ...variablesOf({ url: proxyUrl }),
      ...variables,
    },
    input,
  );

async function add(
  exchange: string,
  credentials: object,
  { proxyUrl = simulator.url, options = [] as string[], variables = {} } = {},
): Promise<TellerRun> {
  projectId ??= (await createTenant(scratch.variables)).projectId;
  const args = ['wallet', 'add', '--project', projectId, '--exchange', exchange, ...options];
  return run(args, JSON.stringify(credentials), proxyUrl, variables);
}

async function listWallets(): Promise<string> {
  return (await run(['wallet', 'list', '--json'])).stdout;
}

/** Runs a command that has to fail, to store nothing, and to print no secret. */
async function expectRefused(adding: () => Promise<TellerRun>, secret: string): Promise<string> {
  const before = await listWallets();
  const { code, stdout, stderr } = await adding();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).not.toContain(secret);
  expect(await listWallets()).toBe(before);
  return stderr;
}

describe('teller wallet add', () => {
  it('accepts a key that only reads', async () => {
    const { code, stdout, stderr } = await add('okx', OKX);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^wallet_/)]);
    expect(stderr).not.toContain('warning');
  });

  it.each([
    ['okx', OKX_MOVES, 'the key may withdraw and trade'],
    ['binance', BINANCE_TRADES, 'the key may trade'],
  ] as const)(
    'refuses a key of %s with more permissions',
    async (exchange, credentials, message) => {
      const stderr = await expectRefused(() => add(exchange, credentials), credentials.secret);
      expect(stderr).toContain(message);
      expect(stderr).toContain('--allow-withdraw-permission');
    },
  );

  it('names the addresses of this installation if a key only works from others', async () => {
    const msg = "Your IP 198.51.100.1 is not included in your API key's ip whitelist";
    const body = JSON.stringify({ code: '50110', msg, data: [] });
    const fault = { kind: 'status', status: 200, body } as const;
    simulator.faults.add({ fault, host: /okx/, path: /account|asset/, times: Infinity });
    const addresses = { TELLER_EXCHANGE_ADDRESSES: '203.0.113.7,2001:db8::7' };
    const stderr = await expectRefused(() => add('okx', OKX, { variables: addresses }), OKX.secret);
    simulator.faults.clear();
    expect(stderr).toContain('Allow 203.0.113.7, 2001:db8::7');
  });

  it('accepts such a key if this is allowed', async () => {
    const { code } = await add('okx', OKX_MOVES, { options: ['--allow-withdraw-permission'] });
    expect(code).toBe(0);
  });

  it.each([
    ['okx', { ...OKX, apiKey: 'unknown' }],
    ['binance', { ...BINANCE_TRADES, apiKey: 'unknown' }],
    ['bitvavo', { ...BITVAVO, apiKey: 'unknown' }],
    ['kraken', { apiKey: 'unknown', secret: KRAKEN_SECRET }],
  ])('refuses a key that %s rejects', async (exchange, credentials) => {
    for (const options of [[], ['--allow-withdraw-permission']]) {
      const stderr = await expectRefused(
        () => add(exchange, credentials, { options }),
        credentials.secret,
      );
      expect(stderr).toContain('rejects the key');
      expect(stderr).toContain('--unchecked');
    }
  });

  it.each([[[]], [['--allow-withdraw-permission']]])(
    'refuses a key of a sub-account of Bybit, and names the key that is needed: %j',
    async (options) => {
      const adding = () => add('bybit', BYBIT_SUB, { options });
      const stderr = await expectRefused(adding, BYBIT_SUB.secret);
      expect(stderr).toContain('Bybit rejects the key: it belongs to a sub-account');
      expect(stderr).toContain('only a key of the main account can read withdrawals');
      expect(stderr).toContain('"Read-only, assets and wallet, of the main account"');
    },
  );

  it('warns if the exchange cannot be reached, and adds the wallet', async () => {
    const { code, stderr } = await add('okx', { ...OKX, apiKey: 'other' }, { proxyUrl: NOWHERE });
    expect(code).toBe(0);
    expect(stderr).toContain('warning: the key was not checked');
    expect(stderr).not.toContain(OKX.secret);
  });

  it.each([
    ['kraken', { apiKey: 'unknown', secret: KRAKEN_SECRET }],
    ['kraken', { apiKey: '...', secret: 'no base64' }],
  ])(
    'sends no request with --unchecked, and accepts any form: %s %j',
    async (exchange, credentials) => {
      let requests = 0;
      const stop = simulator.onRequest(() => void (requests += 1));
      const { code, stderr } = await add(exchange, credentials, { options: ['--unchecked'] });
      stop();
      expect([code, requests]).toEqual([0, 0]);
      expect(stderr).not.toContain('warning');
    },
  );

  it('warns if an exchange does not report the permissions of a key', async () => {
    const { code, stderr } = await add('bitvavo', BITVAVO);
    expect(code).toBe(0);
    expect(stderr).toContain('Bitvavo does not report the permissions of a key');
  });

  it.each([
    ['kraken', { apiKey: 'k', secret: 'no base64' }, 'secret has white space'],
    ['kraken', { apiKey: 'k', secret: 'no-base64' }, 'secret is not base64'],
    ['binance', { apiKey: '...', secret: 'some-secret' }, 'apiKey is a placeholder'],
    ['binance', { apiKey: 'k', secret: '<SECRET>' }, 'secret is a placeholder'],
    ['binance', { apiKey: ' ', secret: 'some-secret' }, 'apiKey is empty or not text'],
    [
      'okx',
      { apiKey: 'k', secret: 'some-secret', passphrase: 'some-passphrase' },
      'passphrase is not a field of okx: rename it to password',
    ],
    [
      'binance',
      { key: 'k', secret: 'some-secret' },
      'key is not a field of binance: rename it to apiKey',
    ],
    ['coinbase', { apiKey: 'k', secret: 'some-secret' }, 'secret is neither a private key'],
    [
      'hyperliquid',
      { walletAddress: `0x${'ab'.repeat(32)}` },
      'walletAddress is a private key: give the address',
    ],
  ])(
    'refuses credentials that are malformed for %s: %j',
    async (exchange, credentials, message) => {
      let requests = 0;
      const stop = simulator.onRequest(() => void (requests += 1));
      const secret = Object.values(credentials).at(-1)!;
      const stderr = await expectRefused(() => add(exchange, credentials), `"${secret}"`);
      stop();
      expect(stderr).toContain(message);
      expect(requests).toBe(0);
    },
  );

  it('warns if another wallet of the project has the same key', async () => {
    const other = await createTenant(scratch.variables);
    const args = ['wallet', 'add', '--exchange', 'bitvavo', '--unchecked', '--project'];
    const addTo = (project: string, credentials: object): Promise<TellerRun> =>
      run([...args, project], JSON.stringify(credentials));
    const first = await addTo(other.projectId, BITVAVO);
    expect(first.stderr).not.toContain('warning');
    const again = await addTo(other.projectId, BITVAVO);
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringContaining(`warning: ${first.stdout.trim()} of this project has the same key`),
    ]);
    const third = await addTo(other.projectId, { ...BITVAVO, apiKey: 'another' });
    expect(third.stderr).not.toContain('warning');
    const replace = ['wallet', 'credentials', '--unchecked', third.stdout.trim()];
    const replaced = await run(replace, JSON.stringify(BITVAVO));
    expect(replaced.stderr).toContain('of this project has the same key');
  });

  it('has no option that seems to divide one key into several accounts', async () => {
    const args = ['wallet', 'add', '--exchange', 'bitvavo', '--account', 'main', '--project', 'x'];
    const { code, stderr } = await run(args, JSON.stringify(BITVAVO));
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--account'")]);
  });
});
