/** Profiles of the exchanges without a folder of their own. Plain data: no exchange library is loaded. */
import type { RateBudgetLimits } from '../client/rate-budget.ts';
import type { ExchangeFacts, ExchangeProfile } from '../profile.ts';
import { listsOf } from './history-lists.ts';
import { listSources } from './sources.ts';
import { traitsOf } from './traits.ts';
import type { BestEffortExchange } from './best-effort-exchange.ts';
import { BEST_EFFORT_EXCHANGES } from './exchanges.ts';

/**
 * Minimum time between requests. The rate is four fifths of the rate that ccxt assumes, and at most five
 * requests per second.
 */
const REQUEST_MS_MIN = 200;
const SLOWNESS = 1.25;
/** The capacity of a budget: the time in which it refills, and its maximum. */
const BURST_MS = 5000;
const BURST_MAX = 10;

/** Returns a profile for every exchange except those in `taken`, which have their own profile. */
export function listBestEffortProfiles(taken: ReadonlySet<string>): readonly ExchangeProfile[] {
  return BEST_EFFORT_EXCHANGES.filter(({ name }) => !taken.has(name)).map((exchange) =>
    makeProfile(exchange),
  );
}

function makeProfile(exchange: BestEffortExchange): ExchangeProfile {
  const { credentialForms, errorCodes, keyRequestMs } = traitsOf(exchange.name);
  return {
    name: exchange.name,
    folder: 'best-effort',
    facts: describe(exchange),
    requiredCredentials: exchange.credentials,
    ...(credentialForms !== undefined && { credentialForms }),
    ...(errorCodes !== undefined && { errorCodes }),
    sources: listSources(exchange),
    readEndpoints: exchange.endpoints,
    budgetScope: keyRequestMs === undefined ? 'address' : 'key',
    budget: limitRate(keyRequestMs ?? exchange.requestMs),
    countsRequests: true,
  };
}

function limitRate(requestMs: number): RateBudgetLimits {
  const everyMs = Math.max(REQUEST_MS_MIN, SLOWNESS * requestMs);
  return {
    capacity: Math.max(1, Math.min(BURST_MAX, Math.floor(BURST_MS / everyMs))),
    refillPerSecond: 1000 / everyMs,
  };
}

/** Exchanges that report address patterns of their own. */
const OWN_PATTERNS: ReadonlySet<string> = new Set([
  'bequant',
  'binanceus',
  'coinsph',
  'fmfwio',
  'hitbtc',
]);

function describe(exchange: BestEffortExchange): ExchangeFacts {
  const { name, title, methods } = exchange;
  const { note, key, coins, withdrawable } = traitsOf(name);
  const lists = listsOf(exchange);
  const narrowed = lists.some(({ takesStart, takesEnd }) => takesStart || takesEnd);
  const page = lists.some(({ traits }) => traits.page !== undefined);
  const depth = narrowed ? 'as far back as it reports' : page ? 'all pages' : 'the newest page';
  const perAsset = methods.some((method) => method.perAsset) ? ['by asset'] : [];
  return {
    title,
    certified: false,
    history: note ?? [depth, ...perAsset].join(', '),
    pending: 'as it reports them',
    networks: coins?.network === undefined ? 'not reported' : 'with limits, if it reports them',
    addressPatterns: OWN_PATTERNS.has(name) ? 'exchange, else table' : 'table',
    readOnlyKey: key ?? 'read',
    reportsPermissions: false,
    withdrawableAccount: withdrawable?.account ?? 'not documented',
    withdrawableSource: withdrawable?.source ?? null,
  };
}
