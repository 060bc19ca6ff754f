import { expect, it } from 'vitest';

import { HOUR_MS } from '../../src/domain/duration.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { SyncBench } from '../sync/harness.ts';
import {
  drawExchange,
  RandomHistory,
  type RandomExchange,
  reportRandomRow,
} from './random-exchange.ts';
import { describeDifferences } from '../describe-differences.ts';
import { EXCHANGE_SEEDS } from '../random-cases.ts';
import { openWithTraits } from '../best-effort/open-with-traits.ts';
import { RecordedExchange } from '../best-effort/recorded-exchange.ts';

const KEYS = { apiKey: 'mexc-key', secret: 'mexc-secret' };
const WALLET = 'wallet_mexc';
const RUNS = 3;
const NOW_MS = Date.UTC(2026, 1, 3, 4, 5, 6, 789);

it.each(EXCHANGE_SEEDS)(
  'stores every row once, or does not report the history as complete: exchange %i',
  async (seed) => {
    const exchange = drawExchange(seed);
    const { differences, isComplete, ok } = await readRecordedInRuns(seed, exchange);
    // Rows may only be missing if the wallet does not claim to be complete.
    const isMissing = (difference: string): boolean =>
      /^\d+ rows? (?:is|are) missing/.test(difference);
    expect(differences.filter((each) => isComplete || !isMissing(each))).toEqual([]);
    if (isReadable(exchange)) expect([ok, isComplete]).toEqual([true, true]);
  },
  120_000,
);

/**
 * Returns true for an exchange that accepts both bounds, as documented, and returns the minimum window in full.
 */
function isReadable({ behaviour, traits }: RandomExchange): boolean {
  const { start, end, names, cap } = behaviour;
  const isBounded = start !== 'ignored' && end !== 'ignored';
  const isNamed = traits.start?.name === names.start && traits.end?.name === names.end;
  return isBounded && isNamed && cap === 1000;
}

async function readRecordedInRuns(seed: number, { behaviour, traits }: RandomExchange) {
  await using bench = await new SyncBench().open();
  bench.nowMs = NOW_MS;
  const nowMs = (): number => bench.nowMs;
  const history = new RandomHistory(seed, behaviour, bench.nowMs);
  using exchange = new RecordedExchange(history.responses(nowMs));
  const proxyUrl = await exchange.listen();
  await bench.addWallet(WALLET, 'mexc', KEYS);
  let ok = false;
  for (let run = 0; run < RUNS; run += 1) {
    bench.nowMs += HOUR_MS;
    const directory = openWithTraits({ exchange: 'mexc', proxyUrl, traits, nowMs });
    const [result] = await syncWallets({ ...bench.workerOptions(), directory }, [WALLET]);
    ok = result?.ok === true;
    if (run < RUNS - 1) history.add(bench.nowMs + 1000);
  }
  const { historyComplete } = await bench.store.readSyncState(WALLET);
  const written = history.rows.filter(({ timeMs }) => timeMs < bench.nowMs).map(reportRandomRow);
  const held = (await bench.readAll(WALLET))
    .filter(({ timestampMs }) => timestampMs < bench.nowMs)
    .map(pickHeld);
  const differences = describeDifferences(held, written);
  return { differences, isComplete: ok && historyComplete, ok };
}

function pickHeld({ type, amount, timestampMs, txid }: Transaction) {
  return { type, amount, timestampMs, txid };
}
