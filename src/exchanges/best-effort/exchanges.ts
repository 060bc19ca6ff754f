import { UnknownExchangeError } from '../exchange.ts';
import type { BestEffortExchange } from './best-effort-exchange.ts';
import table from './exchanges.json' with { type: 'json' };

/** Every exchange that ccxt reads and that has no own folder, sorted by name. */
export const BEST_EFFORT_EXCHANGES = table as unknown as readonly BestEffortExchange[];

/** Returns the exchange of this name. @throws {UnknownExchangeError} if there is none. */
export function requireBestEffortExchange(name: string): BestEffortExchange {
  const exchange = BEST_EFFORT_EXCHANGES.find((each) => each.name === name);
  if (exchange !== undefined) return exchange;
  throw new UnknownExchangeError(
    name,
    BEST_EFFORT_EXCHANGES.map((each) => each.name),
  );
}
