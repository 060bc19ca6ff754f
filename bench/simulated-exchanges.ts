/**
 * All simulated exchanges in one process: an account of some hundred rows at each, and a large one at Binance.
 * Prints the URL and the keys as JSON. Argument: the rows of the large account.
 */
import { EXCHANGE_NAMES, generateHistory } from '../simulator/catalogue.ts';
import { SimulatedClock } from '../simulator/clock.ts';
import { generateBinanceHistory } from '../simulator/binance/history.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { KEYS } from '../test/sync/harness.ts';

/** The key of the large account. */
export const LARGE_KEY = { apiKey: 'binance-large', secret: 'binance-secret' };
const ROWS = 200;

if (process.argv[1] === import.meta.filename) {
  const nowMs = Date.now();
  const clock = new SimulatedClock({ startMs: nowMs, runsWith: Date.now });
  const simulator = await startSimulator({ clock, rateLimits: false });
  for (const exchange of EXCHANGE_NAMES) {
    const history = generateHistory(exchange, { seed: 'bench', toMs: nowMs, count: ROWS });
    const account = { credentials: KEYS[exchange], history };
    simulator.addAccount(exchange, account);
  }
  const count = Number(process.argv[2]);
  const history = generateBinanceHistory({ seed: 'bench', toMs: nowMs, count });
  simulator.addAccount('binance', { credentials: LARGE_KEY, history });
  process.stdout.write(`${JSON.stringify({ url: simulator.url, keys: KEYS })}\n`);
}
