import { CcxtClient } from '../../src/exchanges/client/ccxt-client.ts';
import { CircuitBreaker } from '../../src/exchanges/client/circuit-breaker.ts';
import type { ExchangeDirectory } from '../../src/exchanges/exchange.ts';
import { BestEffortAccount } from '../../src/exchanges/best-effort/account.ts';
import type { ExchangeTraits } from '../../src/exchanges/best-effort/exchange-traits.ts';
import { requireBestEffortExchange } from '../../src/exchanges/best-effort/exchanges.ts';
import { RateBudget } from '../../src/exchanges/client/rate-budget.ts';

/** A class of ccxt, with other traits than the exchange has. */
export interface TraitedExchange {
  readonly exchange: string;
  readonly traits: ExchangeTraits;
  readonly proxyUrl: string;
  readonly nowMs: () => number;
}

/** Returns a directory with a single exchange, which has these traits. */
export function openWithTraits({
  exchange: name,
  traits,
  proxyUrl,
  nowMs,
}: TraitedExchange): ExchangeDirectory {
  const described = requireBestEffortExchange(name);
  const clock = { nowMs, elapsedMs: nowMs, sleep: () => Promise.resolve() };
  const unlimited = { capacity: Infinity, refillPerSecond: Infinity };
  return {
    names: [name],
    openAccount: async (exchange, credentials) => {
      const client = await CcxtClient.open({
        exchange,
        credentials,
        readEndpoints: described.endpoints,
        budget: new RateBudget(unlimited, clock),
        breaker: new CircuitBreaker(exchange, clock),
        costs: {},
        attemptsMax: 1,
        countsRequests: true,
        proxyUrl,
        clock,
        signal: new AbortController().signal,
      });
      return new BestEffortAccount(described, { client }, traits);
    },
    listPaused: () => [],
    shareBudgets: () => undefined,
  };
}
