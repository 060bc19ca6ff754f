/**
 * Stops a service under load, and counts requests without a complete response. As a program it runs many rounds:
 * `bin/node test/deploy/shutdown-rounds.ts 50`.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { createImportsWallet, createScratch } from '../cli/scratch.ts';
import { headersOf, startService } from '../teller.ts';

const CONNECTIONS = 32;
/** Time of the load before the stop signal. */
const LOAD_MS = 300;
/** Time after which a request counts as lost. */
const REQUEST_MS_MAX = 20_000;

/** The results of requests, by kind. */
export interface Outcome {
  /** Requests with a complete response. */
  answered: number;
  /** Requests on a connection that had answered before, without a complete response. */
  broken: number;
  /** Connections that were reset before their first response: the service had not accepted them. */
  notAccepted: number;
}

/** Runs a service with this number of workers, stops it under load, and counts the requests. */
export async function runRound(workers: number): Promise<Outcome> {
  const scratch = createScratch();
  try {
    const wallet = await createImportsWallet(scratch.variables);
    const service = await startService(scratch.variables, [
      '--no-sync',
      '--workers',
      String(workers),
    ]);
    const headers = headersOf(wallet, wallet.walletId);
    const outcome = { answered: 0, broken: 0, notAccepted: 0 };
    const url = `${service.url}/v0/wallet/transactions`;
    const load = Array.from({ length: CONNECTIONS }, () => ask(url, headers, outcome));
    await sleep(LOAD_MS);
    await Promise.all([service.stop(), ...load]);
    return outcome;
  } finally {
    scratch.remove();
  }
}

/** Sends one request after the other over one connection at a time, until connections are refused. */
async function ask(url: string, headers: Record<string, string>, outcome: Outcome): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let wasReused = false;
  for (;;) {
    const request = get(url, { agent, headers, signal: AbortSignal.timeout(REQUEST_MS_MAX) });
    try {
      const [response] = await once(request, 'response');
      response.resume();
      await once(response, 'end');
      outcome.answered += 1;
      wasReused = response.headers.connection !== 'close';
    } catch (error) {
      agent.destroy();
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
      outcome[wasReused ? 'broken' : 'notAccepted'] += 1;
      return;
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const workers of [1, 2]) {
    const sum = { workers, rounds: 0, answered: 0, broken: 0, notAccepted: 0 };
    for (; sum.rounds < Number(process.argv[2] ?? 50); sum.rounds += 1) {
      const { answered, broken, notAccepted } = await runRound(workers);
      sum.answered += answered;
      sum.broken += broken;
      sum.notAccepted += notAccepted;
    }
    process.stdout.write(`${JSON.stringify(sum)}\n`);
  }
}
