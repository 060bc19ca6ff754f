/** Imports into a wallet that was synchronised: its rows never change. */
import { beforeAll, expect, it } from 'vitest';

import { generateKrakenHistory } from '../../simulator/kraken/history.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { addWallet, askTeller, callTeller } from '../teller.ts';
import { createWallet, shareScratch } from './scratch.ts';

interface Row {
  readonly id?: string;
  readonly walletId?: string;
  readonly asset: string;
  readonly type: string;
  readonly amount: string;
  readonly status: string;
  readonly txid: string | null;
}

const scratch = shareScratch();
let wallet: string;
let rows: readonly Row[];
let listed: string;
beforeAll(async () => {
  const tenant = await createWallet(scratch.variables);
  const clock = new SimulatedClock({ startMs: Date.UTC(2024, 5, 1) });
  const simulator = await startSimulator({ clock, rateLimits: false });
  try {
    const credentials = { apiKey: 'kraken-key', secret: 'a3Jha2VuLXNlY3JldA==' };
    const history = generateKrakenHistory({ seed: 'x', toMs: clock.now(), count: 40 });
    simulator.addAccount('kraken', { credentials, history });
    const variables = { ...scratch.variables, TELLER_EXCHANGE_PROXY_URL: simulator.url };
    wallet = await addWallet(tenant, 'kraken', credentials, variables);
    await askTeller(['sync', '--once', '--wallet', wallet], variables);
  } finally {
    await simulator.close();
  }
  listed = await list();
  rows = listed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replaceAll(/"(amount|feeCost)":([\d.]+)/g, '"$1":"$2"')) as Row);
});

async function list(): Promise<string> {
  const args = ['transactions', '--wallet', wallet, '--all', '--format', 'jsonl'];
  return (await callTeller(args, scratch.variables)).stdout;
}

async function importRows(file: readonly unknown[]) {
  const args = ['import', '--wallet', wallet, '-', '--json'];
  const input = file.map((row) => JSON.stringify(row)).join('\n');
  const { code, stdout, stderr } = await callTeller(args, scratch.variables, input);
  return { code, stderr, ...(JSON.parse(stdout) as Record<string, unknown>) };
}

const withoutId = ({ id: _id, ...row }: Row) => row;

it('knows the same rows, with and without their ids', async () => {
  expect(rows.length).toBeGreaterThan(20);
  const known = { code: 0, stderr: '', added: 0, known: rows.length, changed: 0, conflicts: 0 };
  expect(await importRows(rows)).toMatchObject(known);
  expect(await importRows(rows.map(withoutId))).toMatchObject(known);
  expect(await list()).toBe(listed);
});

it('reports rows with the id of a synced row and other values as conflicts', async () => {
  const changed = rows.map((row) => ({ ...row, amount: `1${row.amount}`, status: 'unknown' }));
  const outcome = await importRows(changed);
  expect(outcome).toMatchObject({ code: 0, added: 0, changed: 0, conflicts: rows.length });
  expect(outcome.stderr).toContain(`${rows[0]?.id} differs in amount, status`);
  expect(outcome.stderr).toContain(`\n  and ${rows.length - 20} more\n`);
  const one = await importRows(changed.slice(0, 1));
  expect(one.stderr).toContain("warning: 1 row differs from the exchange's data");
  expect(one.stderr).not.toContain('more');
  expect(await list()).toBe(listed);
});

it('knows rows without id of the same asset, type, amount and txid', async () => {
  const withTxid = rows.filter(({ txid }) => txid !== null);
  expect(withTxid.length).toBeGreaterThan(1);
  const changed = withTxid.map((row) => ({
    ...withoutId(row),
    timestamp: 1_500_000_000_000,
    address: 'other',
    status: 'unknown',
  }));
  const outcome = await importRows(changed);
  expect(outcome).toMatchObject({ added: 0, known: withTxid.length, changed: 0, conflicts: 0 });
  expect(await list()).toBe(listed);
});
