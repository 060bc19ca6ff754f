import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { Random } from '../../simulator/random.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { HISTORY_SEEDS } from '../random-cases.ts';
import { SyncBench } from '../sync/harness.ts';
import { STEPS_MS } from '../sync/step-clock.ts';
import { RecordedExchange } from './recorded-exchange.ts';
import { drawHistory, type Narrowing, simulateMexc, writeTruth } from './simulated-mexc.ts';

const KEYS = { apiKey: 'mexc-key', secret: 'mexc-secret' };
const WALLET = 'wallet_mexc';

/** Synchronises until the nth request, which interrupts it. */
async function syncUntil(
  bench: SyncBench,
  proxyUrl: string,
  exchange: RecordedExchange,
  last: number,
  onRequest: () => void = () => undefined,
) {
  const abort = new AbortController();
  exchange.onRequest = (count) => {
    if (count >= last) abort.abort();
    onRequest();
  };
  const directory = createExchangeDirectory({
    proxyUrl,
    throttle: false,
    clock: bench.clientClock(),
    signal: abort.signal,
  });
  exchange.requests.length = 0;
  const options = { ...bench.workerOptions(abort.signal), directory };
  const [result] = await syncWallets(options, [WALLET]);
  return result;
}

function writeHeld({ type, amount, feeCost, timestampMs, status, txid }: Transaction): string {
  return JSON.stringify([type, amount, feeCost, timestampMs, status, txid]);
}

it.each(HISTORY_SEEDS)(
  'stores exactly the rows of an exchange that uses both bounds, after any interruption: seed %i',
  async (seed) => {
    const { held, wanted } = await followHistory(seed, 'both', 400);
    expect(held).toEqual(wanted);
  },
  120_000,
);

// An exchange that uses only one bound, or none, can only return the newest thousand rows.
it.each(HISTORY_SEEDS)(
  'stores all rows that an exchange returns if it uses only the first bound: seed %i',
  async (seed) => {
    const { held, wanted } = await followHistory(seed, 'since', 400);
    expect(held).toEqual(wanted);
  },
  120_000,
);

it.each(HISTORY_SEEDS)(
  'detects an exchange that ignores times, and sends no more requests: seed %i',
  async (seed) => {
    const { held, wanted } = await followHistory(seed, 'none', 20);
    expect(held).toEqual(wanted);
  },
  120_000,
);

async function followHistory(seed: number, narrowing: Narrowing, requestsMax: number) {
  const random = new Random(`generic ${narrowing} ${seed}`);
  const bench = await new SyncBench().open();
  const rows = drawHistory(seed, bench.nowMs);
  const returned = narrowing === 'both' ? rows : selectNewest(rows);
  const exchange = new RecordedExchange(simulateMexc(rows, narrowing, () => bench.nowMs));
  try {
    const proxyUrl = await exchange.listen();
    await bench.addWallet(WALLET, 'mexc', KEYS);
    for (let step = 0; step < 3; step += 1) {
      await syncUntil(bench, proxyUrl, exchange, random.integer(1, 30), () => {
        if (random.percent(5)) bench.clockErrorMs = random.pick([0, ...STEPS_MS]);
      });
      bench.passTime(random.pick([1000, 3_600_000]));
    }
    bench.clockErrorMs = 0;
    for (let day = 0; day < 3; day += 1) {
      bench.passTime(DAY_MS);
      expect(await syncUntil(bench, proxyUrl, exchange, Infinity)).toMatchObject({ ok: true });
      expect(exchange.requests.length).toBeLessThan(requestsMax);
    }
    const held = (await bench.readAll(WALLET)).map(writeHeld).toSorted();
    return { held, wanted: returned.map((row) => writeTruth(row, bench.nowMs)).toSorted() };
  } finally {
    exchange.close();
    await bench.close();
  }
}

/** Returns the number of rows of each list that a response contains, the newest ones. */
function selectNewest(rows: ReturnType<typeof drawHistory>): ReturnType<typeof drawHistory> {
  return (['deposit', 'withdrawal'] as const).flatMap((kind) =>
    rows.filter((row) => row.kind === kind).slice(0, 1000),
  );
}
