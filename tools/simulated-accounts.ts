/** The simulated exchanges with an account each, for `npm run simulator`, `npm run dev` and the benchmarks. */
import { EXCHANGE_NAMES, generateHistory, type Keys, makeKeys } from '../simulator/catalogue.ts';
import { SimulatedClock } from '../simulator/clock.ts';
import { type Simulator, startSimulator } from '../simulator/simulator.ts';

/** Options of {@link startExchanges}. */
export interface ExchangesOptions {
  /** A port on 127.0.0.1; 0 is any free port. */
  readonly port: number;
  /** Transactions of each account. */
  readonly rows: number;
  readonly rateLimits: boolean;
  /** By default new ones. */
  readonly keys?: Keys;
}

/** Starts the simulated exchanges with the clock of this machine. */
export async function startExchanges({
  port,
  rows,
  rateLimits,
  keys = makeKeys(),
}: ExchangesOptions): Promise<{ readonly simulator: Simulator; readonly keys: Keys }> {
  const nowMs = Date.now();
  const clock = new SimulatedClock({ startMs: nowMs, runsWith: Date.now });
  const simulator = await startSimulator({ clock, port, rateLimits });
  for (const exchange of EXCHANGE_NAMES) {
    const history = generateHistory(exchange, { seed: 'simulator', toMs: nowMs, count: rows });
    simulator.addAccount(exchange, { credentials: keys[exchange], history });
  }
  return { simulator, keys };
}
