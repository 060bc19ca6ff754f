/** The exchanges that wallets can be held at, opened with their rate budgets. */
import { hash } from 'node:crypto';

import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import {
  BINANCE_BUDGET,
  BINANCE_COSTS,
  BINANCE_READ_ENDPOINTS,
  BinanceAccount,
} from './binance/binance.ts';
import { UidWeight } from './binance/uid-weight.ts';
import { EXCHANGE_CATALOGUE, findExchange } from './catalogue.ts';
import { CcxtClient } from './ccxt-client.ts';
import { type ExchangeAccount, type ExchangeDirectory, UnknownExchangeError } from './exchange.ts';
import {
  KRAKEN_BUDGET,
  KRAKEN_COSTS,
  KRAKEN_READ_ENDPOINTS,
  KrakenAccount,
} from './kraken/kraken.ts';
import { type BudgetClock, RateBudget, type RateBudgetLimits } from './rate-budget.ts';

/** How exchanges are reached. */
export interface ExchangeDirectoryOptions {
  /** Put before every address of an exchange, as ccxt's `proxyUrl`; the operator's. */
  readonly proxyUrl: string | undefined;
  /** False lifts the rate budgets: for simulators alone. */
  readonly throttle: boolean;
  readonly clock: BudgetClock;
}

const NO_LIMITS: RateBudgetLimits = { capacity: Infinity, refillPerSecond: Infinity };

/** Opens exchanges; budgets are shared by what the exchange counts: its caller's address or key. */
export function createExchangeDirectory(options: ExchangeDirectoryOptions): ExchangeDirectory {
  const shared = new SharedState(options);
  return {
    names: EXCHANGE_CATALOGUE.map((entry) => entry.name),
    requiredCredentials: (exchange) => requireExchange(exchange).requiredCredentials,
    openAccount: async (exchange, credentials) => {
      switch (requireExchange(exchange).name) {
        case 'binance':
          return openBinance(credentials, options, shared);
        case 'kraken':
          return openKraken(credentials, options, shared);
        default:
          throw new UnknownExchangeError(exchange, []);
      }
    },
  };
}

function requireExchange(name: string): (typeof EXCHANGE_CATALOGUE)[number] {
  const entry = findExchange(name);
  if (entry !== undefined) return entry;
  throw new UnknownExchangeError(
    name,
    EXCHANGE_CATALOGUE.map((known) => known.name),
  );
}

/** What accounts of one process share. */
class SharedState {
  readonly #options: ExchangeDirectoryOptions;
  readonly #budgets = new Map<string, RateBudget>();
  readonly #nonces = new Map<string, number>();

  constructor(options: ExchangeDirectoryOptions) {
    this.#options = options;
  }

  budget(name: string, limits: RateBudgetLimits): RateBudget {
    let budget = this.#budgets.get(name);
    if (budget === undefined) {
      budget = new RateBudget(this.#options.throttle ? limits : NO_LIMITS, this.#options.clock);
      this.#budgets.set(name, budget);
    }
    return budget;
  }

  /** A number that rises with every call, for the wallets of one key together. */
  nextNonce(name: string): number {
    const nonce = Math.max(this.#options.clock.nowMs(), (this.#nonces.get(name) ?? 0) + 1);
    this.#nonces.set(name, nonce);
    return nonce;
  }
}

async function openBinance(
  credentials: ExchangeCredentials,
  options: ExchangeDirectoryOptions,
  shared: SharedState,
): Promise<ExchangeAccount> {
  const uidWeight = new UidWeight(options.clock);
  const client = await CcxtClient.open({
    exchange: 'binance',
    credentials,
    readEndpoints: BINANCE_READ_ENDPOINTS,
    budget: shared.budget('binance', BINANCE_BUDGET),
    costs: BINANCE_COSTS,
    proxyUrl: options.proxyUrl,
    clock: options.clock,
    ...(options.throttle ? { onResponse: (_status, headers) => uidWeight.observe(headers) } : {}),
  });
  return new BinanceAccount(client, uidWeight, options.clock.nowMs);
}

async function openKraken(
  credentials: ExchangeCredentials,
  options: ExchangeDirectoryOptions,
  shared: SharedState,
): Promise<ExchangeAccount> {
  const key = `kraken:${hash('sha256', credentials['apiKey'] ?? '')}`;
  const client = await CcxtClient.open({
    exchange: 'kraken',
    credentials,
    readEndpoints: KRAKEN_READ_ENDPOINTS,
    budget: shared.budget(key, KRAKEN_BUDGET),
    costs: KRAKEN_COSTS,
    proxyUrl: options.proxyUrl,
    clock: options.clock,
  });
  client.ccxt.nonce = () => shared.nextNonce(key);
  return new KrakenAccount(client, options.clock.nowMs);
}
