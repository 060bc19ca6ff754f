/** The real sync process, killed without warning while receivers fail. */
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import { useScratch } from '../cli/scratch.ts';
import { KEYS } from '../sync/harness.ts';
import { addWallet, askTeller, createTenant, startTeller } from '../teller.ts';
import {
  type Judge,
  type Receiver,
  REPEATED_EVENTS_MAX,
  startReceiver,
  verify,
} from '../webhooks/receiver.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const ROWS = 300;

const scratch = useScratch();
let simulator: Simulator;
let receivers: readonly Receiver[];

beforeEach(async () => {
  simulator = await startLiveExchanges();
  addAccount(simulator, 'kraken', { seed: 'webhooks', count: ROWS });
  receivers = await Promise.all([startReceiver(), startReceiver()]);
});
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await simulator.close();
});

/**
 * Runs the sync process, and kills it when `shouldKill` returns true for the number of messages that each receiver
 * has accepted at least.
 */
async function runUntil(
  variables: Record<string, string>,
  shouldKill: (count: number) => boolean,
): Promise<void> {
  const child = startTeller(['sync'], variables);
  child.stdout?.resume();
  child.stderr?.resume();
  const closed = once(child, 'close');
  const judges = receivers.map(({ judge }) => judge);
  for (const [index, receiver] of receivers.entries()) {
    const judge = judges[index] as Judge;
    receiver.judge = (message) => {
      const status = judge(message);
      const count = Math.min(...receivers.map((each) => each.listAccepted().length));
      if (shouldKill(count)) child.kill('SIGKILL');
      return status;
    };
  }
  await closed;
  for (const [index, receiver] of receivers.entries()) receiver.judge = judges[index] as Judge;
}

/** Ends the leases of the killed process, which would otherwise last for up to 20 s. */
function expireLeases({ TELLER_DATABASE_URL: url = '' }: Readonly<Record<string, string>>): void {
  const database = new DatabaseSync(url.replace(/^sqlite:/, ''));
  database.exec(`UPDATE webhook_delivery SET lease_until_ms = 0 WHERE lease_until_ms IS NOT NULL;
    UPDATE wallet_sync SET lease_until_ms = 0 WHERE lease_until_ms IS NOT NULL`);
  database.close();
}

it('loses no event, repeats at most one batch and keeps the order if the sync process is killed', async () => {
  const variables = {
    ...scratch.variables,
    ...variablesOf(simulator),
    TELLER_WEBHOOK_ALLOW: 'http,private',
  };
  const tenant = await createTenant(variables);
  const walletId = await addWallet(tenant, 'kraken', KEYS.kraken, variables);
  const events = ['--events', 'transaction.created'];
  const secrets: string[] = [];
  for (const { url } of receivers) {
    const args = ['webhook', 'add', url, '--project', tenant.projectId, ...events];
    secrets.push((await askTeller<{ secret: string }>(args, variables)).secret);
  }
  let attempts = 0;
  receivers[0]!.judge = () => ((attempts += 1) % 170 === 0 ? 503 : 204);
  await runUntil(variables, (count) => count >= 40);
  expireLeases(variables);
  const shown = await askTeller<{ transactionCount: number }>(
    ['wallet', 'show', walletId],
    variables,
  );
  await runUntil(variables, (count) => count >= shown.transactionCount - 1);

  const [first, second] = receivers.map((receiver) =>
    receiver.listAccepted().map(({ data }) => data.transactionId),
  );
  const { transactions } = await askTeller<{ transactions: readonly { id: string }[] }>(
    ['transactions', '--wallet', walletId, '--limit', '1000'],
    variables,
  );
  const length = transactions.length - 1;
  expect(first?.slice(0, length)).toEqual(second?.slice(0, length));
  expect(new Set([...first!, ...second!])).toEqual(new Set(transactions.map(({ id }) => id)));
  for (const receiver of receivers) {
    const repeated = receiver.countRepetitions().get(walletId) ?? 0;
    expect(repeated).toBeLessThanOrEqual(REPEATED_EVENTS_MAX);
  }
  verify(secrets[0]!, receivers[0]!.messages.at(-1)!);
}, 120_000);
