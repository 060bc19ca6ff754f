import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SimulatedClock } from '../../simulator/clock.ts';
import { generateBinanceHistory, generateOkxHistory } from '../../simulator/history.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { createTenant, runTeller, type TellerRun } from '../teller.ts';
import { createScratch, type Scratch } from './scratch.ts';

const NOW_MS = Date.now();
const OKX = { apiKey: 'okx-reads', secret: 'okx-secret', password: 'okx-passphrase' };
const OKX_MOVES = { ...OKX, apiKey: 'okx-moves-funds' };
const BINANCE_TRADES = { apiKey: 'binance-trades', secret: 'binance-secret' };

let scratch: Scratch;
let simulator: Simulator;
let projectId: string;

beforeAll(async () => {
  const clock = new SimulatedClock({ startMs: NOW_MS, runsWith: Date.now });
  simulator = await startSimulator({ clock, rateLimits: false });
  const okx = generateOkxHistory({ seed: 'permissions', toMs: NOW_MS, count: 5 });
  simulator.addAccount('okx', { credentials: OKX, history: okx });
  const moves = { withdraw: true, trade: true };
  simulator.addAccount('okx', { credentials: OKX_MOVES, history: okx, permissions: moves });
  const binance = generateBinanceHistory({ seed: 'permissions', toMs: NOW_MS, count: 5 });
  const trades = { withdraw: false, trade: true };
  simulator.addAccount('binance', {
    credentials: BINANCE_TRADES,
    history: binance,
    permissions: trades,
  });
  scratch = createScratch();
  ({ projectId } = await createTenant(scratch.variables));
});
afterAll(async () => {
  scratch.remove();
  await simulator.close();
});

async function add(
  exchange: string,
  credentials: object,
  { proxyUrl = simulator.url, options = [] as string[] } = {},
): Promise<TellerRun> {
  const variables = { ...scratch.variables, TELLER_EXCHANGE_PROXY_URL: proxyUrl };
  const args = ['wallet', 'add', '--project', projectId, '--exchange', exchange, ...options];
  return runTeller(args, variables, JSON.stringify(credentials));
}

describe('teller wallet add', () => {
  it('takes a key that only reads', async () => {
    const run = await add('okx', OKX);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^wallet_/) });
    expect(run.stderr).not.toContain('warning');
  });

  it.each([
    ['okx', OKX_MOVES, 'the key may withdraw and trade'],
    ['binance', BINANCE_TRADES, 'the key may trade'],
  ] as const)('refuses a key of %s that may do more', async (exchange, credentials, message) => {
    const wallets = async (): Promise<string> =>
      (await runTeller(['wallet', 'list', '--json'], scratch.variables)).stdout;
    const before = await wallets();
    const run = await add(exchange, credentials);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain('--allow-withdraw-permission');
    expect(run.stderr).not.toContain(credentials.secret);
    expect(await wallets()).toBe(before);
  });

  it('takes such a key where that is allowed', async () => {
    const run = await add('okx', OKX_MOVES, { options: ['--allow-withdraw-permission'] });
    expect(run.code).toBe(0);
  });

  it.each([
    ['that does not know the key', 'okx', { ...OKX, apiKey: 'unknown' }, undefined],
    ['that does not answer', 'okx', OKX, 'http://127.0.0.1:9/'],
  ])(
    'takes a key at an exchange %s, and says that it was not checked',
    async (_, exchange, credentials, proxyUrl) => {
      const run = await add(exchange, credentials, proxyUrl === undefined ? {} : { proxyUrl });
      expect(run.code).toBe(0);
      expect(run.stderr).toContain("warning: the key's permissions were not checked");
      expect(run.stderr).not.toContain(credentials.secret);
    },
  );

  it('says where an exchange does not tell what a key may do', async () => {
    const run = await add('bitvavo', { apiKey: 'a', secret: 'b' });
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('Bitvavo does not tell what a key may do');
  });
});
