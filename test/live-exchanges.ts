/** Simulated exchanges for commands in processes of their own: their clock is that of this machine. */
import {
  type AccountOf,
  type ExchangeName,
  generateHistory,
  type HistoryOf,
  type HistoryOptionsOf,
} from '../simulator/catalogue.ts';
import { SimulatedClock } from '../simulator/clock.ts';
import { type Simulator, startSimulator } from '../simulator/simulator.ts';
import { KEYS } from './sync/harness.ts';

/** Starts them, without rate limits. */
export function startLiveExchanges(): Promise<Simulator> {
  const clock = new SimulatedClock({ startMs: Date.now(), runsWith: Date.now });
  return startSimulator({ clock, rateLimits: false });
}

/** Returns the variables with which a command reads them. */
export function variablesOf({ url }: Pick<Simulator, 'url'>): Record<string, string> {
  return { TELLER_EXCHANGE_PROXY_URL: url, TELLER_EXCHANGE_THROTTLE: 'off' };
}

/** Adds an account, by default with the key of the tests; its history ends now. */
export function addAccount<Name extends ExchangeName>(
  simulator: Simulator,
  exchange: Name,
  options: Omit<HistoryOptionsOf<Name>, 'toMs'>,
  account: Partial<AccountOf<Name>> = {},
): HistoryOf<Name> {
  const filled = { ...options, toMs: Date.now() } as HistoryOptionsOf<Name>;
  const history = generateHistory(exchange, filled);
  simulator.addAccount(exchange, { credentials: KEYS[exchange], history, ...account });
  return history;
}
