import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import {
  askTeller,
  callTeller,
  createTenant,
  headersOf,
  startService,
  type TellerRun,
  type Tenant,
} from '../teller.ts';
import { useScratch } from './scratch.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const OLD = { apiKey: 'old-key', secret: 'old-secret' };
const NEW = { apiKey: 'new-key', secret: 'new-secret' };

const scratch = useScratch();
let simulator: Simulator;
let tenant: Tenant;
let variables: Record<string, string>;

beforeEach(async () => {
  simulator = await startLiveExchanges();
  addAccount(simulator, 'binance', { seed: 'credentials', count: 20 }, { credentials: NEW });
  variables = { ...scratch.variables, ...variablesOf(simulator) };
  tenant = await createTenant(variables);
});
afterEach(() => simulator.close());

const run = (args: readonly string[], input: object = {}): Promise<TellerRun> =>
  callTeller(args, variables, JSON.stringify(input));

/** Creates a wallet with the old key, which the exchange refuses. */
async function addStopped(): Promise<string> {
  const args = ['wallet', 'add', '--unchecked', '--project', tenant.projectId];
  const input = JSON.stringify(OLD);
  const { id } = await askTeller<{ id: string }>(
    [...args, '--exchange', 'binance'],
    variables,
    input,
  );
  await callTeller(['sync', '--once', '--wallet', id], variables);
  expect(await askTeller(['wallet', 'show', id], variables)).toMatchObject({ state: 'stopped' });
  return id;
}

describe('teller wallet credentials', () => {
  it('restarts a stopped wallet, with its id and its history', async () => {
    const id = await addStopped();
    const row = {
      asset: 'BTC',
      type: 'deposit',
      amount: '1',
      timestamp: 2e12,
      status: 'completed',
    };
    const file = scratch.write('old.jsonl', JSON.stringify(row));
    expect((await run(['import', '--wallet', id, file])).code).toBe(0);
    const before = await askTeller<{ transactionCount: number }>(['wallet', 'show', id], variables);
    expect(before.transactionCount).toBe(1);

    const replaced = await run(['wallet', 'credentials', id, '--json'], NEW);
    expect([replaced.code, JSON.parse(replaced.stdout)]).toEqual([
      0,
      { id, exchange: 'binance', replaced: true },
    ]);
    expect(await askTeller(['wallet', 'show', id], variables)).toMatchObject({
      failure: null,
      failureCount: 0,
      transactionCount: 1,
      nextRunAt: expect.any(String),
    });
    // Without --wallet: it is due like any other wallet.
    expect((await callTeller(['sync', '--once'], variables)).code).toBe(0);
    const synced = await askTeller<{ transactionCount: number }>(['wallet', 'show', id], variables);
    expect(synced).toMatchObject({ id, state: 'synced' });
    expect(synced.transactionCount).toBeGreaterThan(1);
  });

  it('is used by a running service and its worker', async () => {
    const id = await addStopped();
    const service = await startService(variables, []);
    const readState = async (): Promise<string | null> => {
      const headers = headersOf(tenant, id);
      const answer = await fetch(`${service.url}/v0/wallet/transactions`, { headers });
      return answer.headers.get('x-svc-sync-state');
    };
    expect(await readState()).toBe('stopped');
    expect((await run(['wallet', 'credentials', id], NEW)).code).toBe(0);
    await expect.poll(readState).toMatch(/^(backfilling|synced)$/);
    await service.stop();
  });

  it('refuses the same credentials as wallet add, and keeps the former key', async () => {
    const id = await addStopped();
    const cases: [object, RegExp][] = [
      [{ ...NEW, apiKey: 'unknown' }, /rejects the key/],
      [{ ...NEW, secret: '...' }, /secret is a placeholder/],
      [{ apiKey: 'k' }, /secret is missing/],
    ];
    for (const [credentials, message] of cases) {
      const { code, stdout, stderr } = await run(['wallet', 'credentials', id], credentials);
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)]);
      expect(stderr).not.toContain(NEW.secret);
    }
    expect(await askTeller(['wallet', 'show', id], variables)).toMatchObject({ state: 'stopped' });
    const unchecked = ['wallet', 'credentials', id, '--unchecked'];
    expect((await run(unchecked, { ...NEW, apiKey: 'unknown' })).code).toBe(0);
  });

  it('reads a file, and fails for a wallet that does not exist', async () => {
    const file = scratch.write('credentials.json', JSON.stringify(NEW));
    const id = await addStopped();
    const args = ['--credentials-file', file];
    expect((await run(['wallet', 'credentials', id, ...args])).code).toBe(0);
    const missing = await run(['wallet', 'credentials', 'wallet_none', ...args]);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      'teller: there is no wallet wallet_none; "teller wallet list" lists what there is\n',
    ]);
  });
});
