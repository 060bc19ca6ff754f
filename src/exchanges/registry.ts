/** Opens accounts at the exchanges of the catalogue, within their rate budgets. */
import { hash } from 'node:crypto';

import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import { EXCHANGE_CATALOGUE, requireExchange } from './catalogue.ts';
import { CcxtClient } from './ccxt-client.ts';
import type { ExchangeAccount, ExchangeDirectory } from './exchange.ts';
import type { ExchangeProfile } from './profile.ts';
import { type BudgetClock, RateBudget, type RateBudgetLimits } from './rate-budget.ts';

/** How exchanges are reached. */
export interface ExchangeDirectoryOptions {
  /** Put before every address of an exchange, as ccxt's `proxyUrl`; the operator's. */
  readonly proxyUrl: string | undefined;
  /** False lifts the rate budgets: for simulators alone. */
  readonly throttle: boolean;
  readonly clock: BudgetClock;
  /** Ends requests that are under way. */
  readonly signal: AbortSignal;
}

const NO_LIMITS: RateBudgetLimits = { capacity: Infinity, refillPerSecond: Infinity };

/** Opens exchanges; budgets are shared by what the exchange counts: its caller's address or key. */
export function createExchangeDirectory(options: ExchangeDirectoryOptions): ExchangeDirectory {
  const shared = new SharedState(options);
  return {
    names: EXCHANGE_CATALOGUE.map((profile) => profile.name),
    requiredCredentials: (exchange) => requireExchange(exchange).requiredCredentials,
    openAccount: (exchange, credentials) =>
      openAccount(requireExchange(exchange), credentials, options, shared),
  };
}

async function openAccount(
  profile: ExchangeProfile,
  credentials: ExchangeCredentials,
  options: ExchangeDirectoryOptions,
  shared: SharedState,
): Promise<ExchangeAccount> {
  const { clock, throttle, proxyUrl, signal } = options;
  const key = `${profile.name}:${hash('sha256', credentials['apiKey'] ?? '')}`;
  const client = await CcxtClient.open({
    exchange: profile.name,
    credentials,
    readEndpoints: profile.readEndpoints,
    budget: shared.budget(profile.budgetScope === 'key' ? key : profile.name, profile.budget),
    costs: profile.costs,
    proxyUrl,
    clock,
    signal,
  });
  if (profile.numbersRequests) client.ccxt.nonce = () => shared.nextNonce(key);
  return profile.open({ client, clock, throttle });
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
  nextNonce(key: string): number {
    const nonce = Math.max(this.#options.clock.nowMs(), (this.#nonces.get(key) ?? 0) + 1);
    this.#nonces.set(key, nonce);
    return nonce;
  }
}
