import { CcxtClient, type CcxtClientOptions } from '../../src/exchanges/client/ccxt-client.ts';
import { CircuitBreaker } from '../../src/exchanges/client/circuit-breaker.ts';
import type { ExchangeDirectory } from '../../src/exchanges/exchange.ts';
import { BestEffortAccount } from '../../src/exchanges/best-effort/account.ts';
import type { ExchangeTraits } from '../../src/exchanges/best-effort/exchange-traits.ts';
import { requireBestEffortExchange } from '../../src/exchanges/best-effort/exchanges.ts';
import { RateBudget } from '../../src/exchanges/client/rate-budget.ts';
import { SAMPLE_CREDENTIALS } from './recorded-exchange.ts';

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
  return {
    names: [name],
    openAccount: async (exchange, credentials) => {
      const client = await openTestClient(exchange, proxyUrl, {
        credentials,
        readEndpoints: described.endpoints,
        clock,
      });
      return new BestEffortAccount(described, { client }, traits);
    },
    listPaused: () => [],
    shareBudgets: () => undefined,
  };
}

/** Opens a client of ccxt that sends each call once, without rate limits. Default: this machine's clock. */
export function openTestClient(
  exchange: string,
  proxyUrl: string,
  changes: Partial<CcxtClientOptions> & Pick<CcxtClientOptions, 'readEndpoints'>,
): Promise<CcxtClient> {
  const { clock = { nowMs: Date.now, elapsedMs: Date.now, sleep: () => Promise.resolve() } } =
    changes;
  return CcxtClient.open({
    exchange,
    credentials: SAMPLE_CREDENTIALS,
    budget: new RateBudget({ capacity: Infinity, refillPerSecond: Infinity }, clock),
    breaker: new CircuitBreaker(exchange, clock),
    costs: {},
    attemptsMax: 1,
    countsRequests: true,
    proxyUrl,
    clock,
    signal: new AbortController().signal,
    ...changes,
  });
}
