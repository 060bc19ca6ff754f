/** Steps of this machine's clock while a wallet is read for the first time, at every certified exchange. */
import { expect, it } from 'vitest';

import { EXCHANGE_NAMES } from '../../simulator/catalogue.ts';
import { Random } from '../../simulator/random.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { recordFigures } from '../prove/figures.ts';
import { HISTORY_SEEDS } from '../random-cases.ts';
import { KEYS, SyncBench } from '../sync/harness.ts';
import { type ClockStep, followClockStep, STEPS_MS } from './step-clock.ts';

const YEAR_MS = 365 * DAY_MS;
/** Later than the last request of most first synchronisations. */
const REQUESTS_MAX = 512;

/** A clock that jumps forward while a wallet is read, and a machine that starts years behind. */
const KNOWN: readonly ClockStep[] = [
  { exchange: 'binance', stepMs: 200 * DAY_MS, atRequest: 6 },
  { exchange: 'htx', stepMs: 200 * DAY_MS, atRequest: 6 },
  { exchange: 'binance', stepMs: -10 * YEAR_MS, atRequest: 0, correctedAt: 6 },
  { exchange: 'kucoin', stepMs: -10 * YEAR_MS, atRequest: 0, correctedAt: 6 },
];

const DRAWN = EXCHANGE_NAMES.flatMap((exchange, index) =>
  HISTORY_SEEDS.map((seed): ClockStep => {
    const random = new Random(`clock steps ${exchange} ${seed}`);
    // Early requests are drawn more often: they read the clock and the newest rows.
    const atRequest = random.integer(0, random.pick([4, 16, 64, REQUESTS_MAX]));
    const isCorrected = (index + seed) % 2 === 0;
    return {
      exchange,
      stepMs: random.pick(STEPS_MS),
      atRequest,
      correctedAt: isCorrected ? atRequest + random.integer(1, 64) : undefined,
    };
  }),
);

it.for([...KNOWN, ...DRAWN])(
  '$exchange: a clock that steps by $stepMs ms at request $atRequest loses and duplicates no row',
  { timeout: 60_000 },
  async (step, { task }) => {
    const { differences, rows, total, historyComplete } = await followClockStep(step);
    expect(differences).toEqual([]);
    expect([total, historyComplete]).toEqual([rows, true]);
    recordFigures(task, { counts: { 'steps of the clock': 1 } });
  },
);

it.each(EXCHANGE_NAMES)(
  '%s: every source requests its newest window, also after a step of the clock',
  async (exchange) => {
    await using bench = await new SyncBench().open();
    await bench.add(exchange, { count: 5 });
    const { signal } = new AbortController();
    const clock = bench.clientClock();
    const proxyUrl = bench.simulator.url;
    const directory = createExchangeDirectory({ proxyUrl, throttle: false, clock, signal });
    for (const stepMs of [200 * DAY_MS, -10 * YEAR_MS]) {
      bench.clockErrorMs = 0;
      const { length } = (await directory.openAccount(exchange, { ...KEYS[exchange] })).sources;
      for (let index = 0; index < length; index += 1) {
        // A new account, because an account may answer several windows from one scan.
        const account = await directory.openAccount(exchange, { ...KEYS[exchange] });
        const nowMs = await account.fetchTimeMs();
        bench.clockErrorMs = stepMs;
        const source = account.sources[index]!;
        // KuCoin's first lists have no row after their replacement, and are not requested for that time.
        const toMs = source.name.startsWith('v1-') ? source.startMs + DAY_MS : nowMs;
        const before = bench.simulator.requests.entries.length;
        const fromMs = toMs - Math.min(DAY_MS, source.windowMsMax);
        await account.readWindow(source, fromMs, toMs);
        const isRequested = bench.simulator.requests.entries.length > before;
        expect({ source: source.name, isRequested }).toMatchObject({ isRequested: true });
        bench.clockErrorMs = 0;
      }
    }
  },
  30_000,
);
