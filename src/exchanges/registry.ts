/** Opens accounts at the exchanges of the catalogue, within their rate budgets. */
import { hash } from 'node:crypto';

import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import { EXCHANGE_CATALOGUE, requireExchange } from './catalogue.ts';
import type { AccountModule } from './client/account-context.ts';
import { CcxtClient } from './client/ccxt-client.ts';
import { CircuitBreaker } from './client/circuit-breaker.ts';
import type { ClientClock } from './client/exchange-time.ts';
import { RateBudget, type RateBudgetLimits } from './client/rate-budget.ts';
import { LargeReadings, ReadingMemory } from './client/reading-memory.ts';
import type {
  ExchangeAccount,
  ExchangeDirectory,
  ExchangeRequest,
  HistorySource,
} from './exchange.ts';
import type { ExchangeProfile } from './profile.ts';

/** The settings of the directory. */
export interface ExchangeDirectoryOptions {
  /** Prefix of every URL of an exchange, as ccxt's `proxyUrl`; set by the operator. */
  readonly proxyUrl: string | undefined;
  /** False disables the rate budgets; only for simulators. */
  readonly throttle: boolean;
  /** The monotonic clock is by default that of the process. */
  readonly clock: Omit<ClientClock, 'elapsedMs'> & Partial<ClientClock>;
  /** Aborts running requests. */
  readonly signal: AbortSignal;
  /** Maximum attempts for a transient error; 3 by default. */
  readonly attemptsMax?: number;
}

const ATTEMPTS_MAX = 3;
/**
 * Maximum pause of an address that a response can cause. Wallets share the budget of an address, so a
 * response to one key pauses all of them, although the exchange may only have limited that key. If it did
 * limit the address, the next response requests a pause again.
 */
const ADDRESS_PAUSE_MS_MAX = 600_000;
/**
 * Maximum requests that wait for the limit of an address before no further wallet begins: wallets that wait use the slots of the
 * worker, which the wallets of other exchanges need. With one, a backfill would keep all other wallets from beginning.
 */
const WAITING_MAX = 2;
/**
 * Some exchanges report their time in whole seconds, and their response takes a part of another one. A process that used the
 * exchange's time would repeat the numbers that another process, such as the check of a key, has just used.
 */
const EXCHANGE_TIME_ERROR_MS = 2000;
const NO_LIMITS: RateBudgetLimits = { capacity: Infinity, refillPerSecond: Infinity };

/**
 * Returns the directory of all supported exchanges. Accounts share a rate budget per address or per key, as
 * the exchange limits requests.
 */
export function createExchangeDirectory(options: ExchangeDirectoryOptions): ExchangeDirectory {
  const shared = new SharedState(options);
  return {
    names: EXCHANGE_CATALOGUE.map((profile) => profile.name),
    openAccount: (exchange, credentials, onRequest) =>
      openAccount(requireExchange(exchange), { credentials, onRequest }, options, shared),
    listPaused: () => shared.listPaused(),
    shareBudgets: (count) => shared.shareBudgets(count),
  };
}

/** Loads the code that opens an account. */
export async function importAccount({
  name,
  folder = name,
}: ExchangeProfile): Promise<AccountModule> {
  return (await import(`./${folder}/account.ts`)) as AccountModule;
}

/** The key of an account, and the receiver of its requests. */
interface OpenedAccount {
  readonly credentials: ExchangeCredentials;
  readonly onRequest: ((request: ExchangeRequest) => void) | undefined;
}

async function openAccount(
  profile: ExchangeProfile,
  { credentials, onRequest }: OpenedAccount,
  options: ExchangeDirectoryOptions,
  shared: SharedState,
): Promise<ExchangeAccount> {
  const { throttle, proxyUrl, signal, attemptsMax = ATTEMPTS_MAX } = options;
  const key = `${profile.name}:${hash('sha256', credentials['apiKey'] ?? '')}`;
  const memory = new ReadingMemory(shared.largeReadings, profile.name);
  const client = await CcxtClient.open({
    exchange: profile.name,
    credentials,
    readEndpoints: profile.readEndpoints,
    budget:
      profile.budgetScope === 'key'
        ? shared.keyBudget(key, profile.budget)
        : shared.addressBudget(profile.name, profile.budget),
    publicBudget: profile.publicBudget && shared.addressBudget(profile.name, profile.publicBudget),
    breaker: shared.breaker(profile.name),
    costs: profile.costs ?? {},
    countsRequests: profile.countsRequests ?? false,
    numbersRequests: profile.numbersRequests,
    errorCodes: profile.errorCodes,
    proxyUrl,
    clock: shared.clock,
    signal,
    attemptsMax,
    memory,
    onRequest,
  });
  if (client.numbersRequests) {
    client.ccxt.nonce = () => shared.nextNonce(key, client.exchangeNowMs());
  }
  const { openAccount: open } = await importAccount(profile);
  const account = open({ client, clock: shared.clock, throttle });
  const fetchTimeMs = account.fetchTimeMs.bind(account);
  const readWindow = account.readWindow.bind(account);
  const readBalances = account.readBalances.bind(account);
  const checkBalances = account.checkBalances?.bind(account);
  const readPermissions = account.readPermissions?.bind(account);
  return Object.assign(account, {
    serverTimeMs: () => client.serverTimeMs,
    hasResponded: () => client.hasResponded,
    fetchTimeMs: () => memory.readOther('time', fetchTimeMs),
    readWindow: (source: HistorySource, fromMs: number, toMs: number) =>
      memory.readWindow(source, toMs - fromMs, () => readWindow(source, fromMs, toMs)),
    readBalances: () => memory.readOther('balances', readBalances),
    ...(checkBalances !== undefined && {
      checkBalances: () => memory.readOther('balances', checkBalances),
    }),
    ...(readPermissions !== undefined && {
      readPermissions: () => memory.readOther('permissions', readPermissions),
    }),
  });
}

/** The state that all accounts of a process share. */
class SharedState {
  readonly clock: ClientClock;
  readonly largeReadings: LargeReadings;
  readonly #options: ExchangeDirectoryOptions;
  readonly #keyBudgets = new Map<string, RateBudget>();
  readonly #addressBudgets = new Map<string, RateBudget>();
  readonly #breakers = new Map<string, CircuitBreaker>();
  #workerCount = 1;
  readonly #nonces = new Map<string, number>();

  constructor(options: ExchangeDirectoryOptions) {
    this.#options = options;
    this.clock = { elapsedMs: () => performance.now(), ...options.clock };
    this.largeReadings = new LargeReadings(this.clock.elapsedMs);
  }

  /** Returns the rate budget of a key. Only one worker uses a wallet's key at a time. */
  keyBudget(key: string, limits: RateBudgetLimits): RateBudget {
    return getOrMake(this.#keyBudgets, key, () => this.#makeBudget(limits));
  }

  /** Returns the rate budget of this machine's address: of all requests to an exchange, or of those without a key. */
  addressBudget(exchange: string, limits: RateBudgetLimits): RateBudget {
    return getOrMake(this.#addressBudgets, exchange, () => {
      const made = this.#makeBudget(limits, ADDRESS_PAUSE_MS_MAX);
      made.share(this.#workerCount);
      return made;
    });
  }

  shareBudgets(count: number): void {
    if (count === this.#workerCount) return;
    this.#workerCount = count;
    for (const budget of this.#addressBudgets.values()) budget.share(count);
  }

  breaker(exchange: string): CircuitBreaker {
    return getOrMake(this.#breakers, exchange, () => new CircuitBreaker(exchange, this.clock));
  }

  listPaused(): string[] {
    const open = [...this.#breakers].filter(([, breaker]) => breaker.isOpen);
    const awaited = [...this.#addressBudgets].filter(
      ([, { waitingCount }]) => waitingCount > WAITING_MAX,
    );
    return [...open, ...awaited].map(([exchange]) => exchange);
  }

  #makeBudget(limits: RateBudgetLimits, pauseMsMax?: number): RateBudget {
    const { throttle } = this.#options;
    return new RateBudget(throttle ? limits : NO_LIMITS, this.clock, pauseMsMax);
  }

  /**
   * Returns a number that increases with every call, shared by all wallets with this key. It is the exchange's
   * time: after a number from a clock that was ahead, the exchange would refuse all others until then. This
   * machine's time is finer, and is used if it agrees.
   */
  nextNonce(key: string, exchangeNowMs: number): number {
    const machineMs = this.clock.nowMs();
    const agrees = Math.abs(machineMs - exchangeNowMs) <= EXCHANGE_TIME_ERROR_MS;
    const timeMs = agrees ? machineMs : exchangeNowMs;
    const nonce = Math.max(timeMs, (this.#nonces.get(key) ?? 0) + 1);
    this.#nonces.set(key, nonce);
    return nonce;
  }
}

function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
