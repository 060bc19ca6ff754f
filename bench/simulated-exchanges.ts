/** All simulated exchanges in one process, with an account of some hundred rows each. Prints the URL and the keys as JSON. */
import { EXCHANGE_NAMES, generateHistory } from '../simulator/catalogue.ts';
import { SimulatedClock } from '../simulator/clock.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { KEYS } from '../test/sync/harness.ts';

const ROWS = 200;

const nowMs = Date.now();
const clock = new SimulatedClock({ startMs: nowMs, runsWith: Date.now });
const simulator = await startSimulator({ clock, rateLimits: false });
for (const exchange of EXCHANGE_NAMES) {
  const history = generateHistory(exchange, { seed: 'bench', toMs: nowMs, count: ROWS });
  simulator.addAccount(exchange, { credentials: KEYS[exchange], history });
}
process.stdout.write(`${JSON.stringify({ url: simulator.url, keys: KEYS })}\n`);
