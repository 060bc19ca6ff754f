/**
 * Derives the table `best-effort/exchanges.json` from ccxt's classes: which of them have a history, its requests, and
 * its filters.
 */
import ccxt, { type Exchange } from 'ccxt';

import { CERTIFIED_EXCHANGES } from '../src/exchanges/catalogue.ts';
import type { ReadEndpoint } from '../src/exchanges/client/read-only.ts';
import {
  CURRENCIES_FROM_PAGES,
  FOREIGN_HOSTS,
  FURTHER_ENDPOINTS,
  UNSUPPORTED_EXCHANGES,
  NEVER_ASKED,
  READ_CREDENTIALS,
  READING_POSTS,
  WRITING_WORDS,
} from '../src/exchanges/best-effort/reviewed-endpoints.ts';
import type {
  BestEffortExchange,
  HistoryMethod,
} from '../src/exchanges/best-effort/best-effort-exchange.ts';

type MethodName = HistoryMethod['name'];
type Ccxt = Exchange & Record<string, unknown>;
/** The arguments with which ccxt sends a request: path, group, method, parameters, headers, body and settings. */
type Request = Parameters<Exchange['request']>;

const ENDPOINT_NAME = /(Get|Post|Put|Delete|Patch)([A-Z0-9]|$)/;
/** Methods of which no endpoint is requested: markets are never loaded, and `describe` contains all endpoints. */
const NOT_CALLED = new Set(['describe', 'loadMarkets', 'fetchMarkets']);

/** Returns every class of ccxt with balances, deposits and withdrawals, and its home page, in the order of their names. */
export async function deriveExchanges(): Promise<readonly [BestEffortExchange, site: string][]> {
  const certified = new Set(CERTIFIED_EXCHANGES.map(({ name }) => name));
  const derived: [BestEffortExchange, string][] = [];
  for (const name of ccxt.exchanges.toSorted()) {
    if (certified.has(name) || Object.hasOwn(UNSUPPORTED_EXCHANGES, name)) continue;
    const sample = openSample(name);
    const methods = listHistoryMethods(sample);
    if (methods === undefined || sample.has['fetchBalance'] !== true) continue;
    derived.push([await deriveExchange(sample, methods), String(sample.urls.www)]);
  }
  return derived;
}

async function deriveExchange(
  sample: Ccxt,
  names: readonly MethodName[],
): Promise<BestEffortExchange> {
  const { id, name, has, rateLimit, requiredCredentials } = sample;
  const listsCurrencies = has['fetchCurrencies'] === true && !CURRENCIES_FROM_PAGES.has(id);
  const reportsTime = has['fetchTime'] === true;
  const called = [...names, 'fetchBalance'];
  if (listsCurrencies) called.push('fetchCurrencies');
  if (reportsTime) called.push('fetchTime');
  const endpoints = new Set(FURTHER_ENDPOINTS[id]);
  let maxCost = 1;
  for (const method of listEndpoints(sample, called)) {
    const { endpoint, cost } = await describeEndpoint(sample, method);
    if (!isRead(endpoint)) continue;
    endpoints.add(endpoint);
    maxCost = Math.max(maxCost, cost);
  }
  const asked = Object.entries(requiredCredentials)
    .filter(([field, isRequired]) => isRequired && !NEVER_ASKED.has(field))
    .map(([field]) => field);
  const methods: HistoryMethod[] = [];
  for (const method of names) methods.push(await probeMethod(sample, method));
  return {
    name: id,
    title: String(name),
    credentials: READ_CREDENTIALS[id] ?? asked,
    methods,
    sharedList: await isSharedList(sample, names),
    listsCurrencies,
    reportsTime,
    requestMs: Math.ceil(Number(rateLimit) * maxCost),
    endpoints: [...endpoints].toSorted() as ReadEndpoint[],
  };
}

function isRead(endpoint: string): boolean {
  if (WRITING_WORDS.test(endpoint) || FOREIGN_HOSTS.test(endpoint)) return false;
  return endpoint.startsWith('GET ') || READING_POSTS.has(endpoint);
}

/** Returns one list of both kinds if there is one, because it contains each row's kind; otherwise two lists. */
function listHistoryMethods(sample: Ccxt): readonly MethodName[] | undefined {
  const isSupported = (name: string): boolean =>
    Boolean(sample.has[name]) && sourcesOf(sample, name).length > 0;
  if (isSupported('fetchDepositsWithdrawals')) return ['fetchDepositsWithdrawals'];
  const both = ['fetchDeposits', 'fetchWithdrawals'] as const;
  if (both.every(isSupported)) return both;
  return isSupported('fetchTransactions') ? ['fetchTransactions'] : undefined;
}

/** Returns the implicit endpoints in the source of these methods, and of the methods that they call. */
function listEndpoints(sample: Ccxt, methods: readonly string[]): string[] {
  const seen = new Set<string>();
  const endpoints = new Set<string>();
  const waiting = [...methods];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const source of sourcesOf(sample, name)) {
      for (const [word] of source.matchAll(/[A-Za-z_$][\w$]*/g)) {
        if (ENDPOINT_NAME.test(word) && Object.hasOwn(sample, word)) endpoints.add(word);
      }
      for (const [, called = ''] of source.matchAll(/(?:this|super)\.([A-Za-z_$][\w$]*)/g)) {
        if (called === 'loadAccounts') waiting.push('fetchAccounts');
        if (!NOT_CALLED.has(called)) waiting.push(called);
      }
    }
  }
  return [...endpoints];
}

/** Returns the sources of a method in the exchange's own classes, without comments. */
function sourcesOf(sample: Ccxt, method: string): string[] {
  const sources: string[] = [];
  let prototype: object = Object.getPrototypeOf(sample) as object;
  while (prototype.constructor.name !== 'Exchange' && prototype !== Object.prototype) {
    const member: unknown = Object.getOwnPropertyDescriptor(prototype, method)?.value;
    if (typeof member === 'function') {
      sources.push(String(member).replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''));
    }
    prototype = Object.getPrototypeOf(prototype) as object;
  }
  return sources;
}

/** The placeholder for an identifier in a path. */
const PLACE = 'TELLERPLACE';

/** Returns the request of an implicit endpoint as the class builds it, and its weight in the rate limit. */
async function describeEndpoint(
  sample: Ccxt,
  name: string,
): Promise<{ readonly endpoint: string; readonly cost: number }> {
  const [request] = await listRequests(sample, name, [{}]);
  if (request === undefined) throw new Error(`${sample.id}: ${name} requests nothing`);
  const [path, api, method, , , , config] = request;
  const places = [...String(path).matchAll(/\{([^}]+)\}/g)].map(([, field]) => [field, PLACE]);
  const { url } = sample.sign(path, api, method, Object.fromEntries(places));
  const { host, pathname } = new URL(String(url));
  const segments = pathname.split('/').map((part) => (part.includes(PLACE) ? '*' : part));
  const { cost } = (config ?? {}) as { readonly cost?: unknown };
  return {
    endpoint: `${method} ${host}${segments.join('/')}`,
    cost: typeof cost === 'number' ? cost : 1,
  };
}

/** LBank treats a secret of more than 32 characters as an RSA key, and ModeTrade's is in base 58. */
const SECRET = '1'.repeat(32);
/** An Ed25519 key. */
const BACKPACK_SECRET = Buffer.alloc(32, 7).toString('base64');
const [EARLY_MS, MIDDLE_MS, LATE_MS] = [1_700_000_000_000, 1_702_000_000_000, 1_704_000_000_000];

/** Returns an instance of a class with sample credentials of every kind, without markets. */
function openSample(name: string): Ccxt {
  const ccxtClass = (ccxt as unknown as Record<string, new (settings: object) => Ccxt>)[name];
  if (ccxtClass === undefined) throw new Error(`ccxt has no class ${name}`);
  const sample = new ccxtClass({
    // The prefix of a Gemini key determines its kind.
    apiKey: 'account-key',
    secret: name === 'backpack' ? BACKPACK_SECRET : SECRET,
    password: 'password',
    uid: '1',
    login: 'login',
    token: 'token',
    accountId: '1',
    twofa: '1',
    privateKey: `0x${'11'.repeat(32)}`,
    walletAddress: `0x${'22'.repeat(20)}`,
  });
  sample.setMarkets([]);
  const accounts = [{ id: '1', code: 'BTC' }];
  return Object.assign(sample, {
    currency: (asset: string) => ({ id: asset, code: asset, numericId: 1, networks: {} }),
    milliseconds: () => LATE_MS,
    loadMarkets: async () => ({}),
    accounts,
    loadAccounts: async () => accounts,
    parseTransactions: () => [],
  });
}

/** Calls a method that gets the same response to each request, and returns the requests. */
async function listRequests(
  sample: Ccxt,
  name: string,
  args: readonly unknown[],
  response: object = {},
): Promise<readonly Request[]> {
  const requests: Request[] = [];
  sample.request = (...request) => {
    requests.push(request);
    return Promise.resolve(response);
  };
  // A class that finds nothing in the response may fail after its request.
  const method = sample[name] as (...args: readonly unknown[]) => Promise<unknown>;
  await method.apply(sample, args as unknown[]).catch(() => undefined);
  return requests;
}

/** Inspects the requests of a method. */
async function probeMethod(sample: Ccxt, name: MethodName): Promise<HistoryMethod> {
  const list = async (code?: string, since = EARLY_MS, until = LATE_MS): Promise<string> => {
    const requests = await listRequests(sample, name, [code, since, undefined, { until }]);
    return requests
      .map(([path, , method, params]) => JSON.stringify([method, path, params]))
      .join();
  };
  const perAsset = (await list()) === '';
  const code = perAsset ? 'BTC' : undefined;
  const requests = await list(code);
  const passedOn = requests.includes('"until"');
  return {
    name,
    since: requests !== (await list(code, MIDDLE_MS)),
    until: !passedOn && requests !== (await list(code, EARLY_MS, MIDDLE_MS)),
    perAsset,
    listFields: await listFieldsRead(sample, name, code),
  };
}

/** Returns true if two methods request the same path, so that a row of one may be in the result of the other. */
async function isSharedList(sample: Ccxt, names: readonly MethodName[]): Promise<boolean> {
  const paths = new Set<string>();
  for (const name of names) {
    const [request] = await listRequests(sample, name, ['BTC', EARLY_MS]);
    paths.add(`${request?.[2]} ${request?.[0]}`);
  }
  return names.length > 1 && paths.size === 1;
}

/** Matches other fields that classes read in addition to a list. */
const NO_LIST_FIELD = /cursor|pag(e|ination)|token|authorizer|length|^(valueOf|toString)$/i;
/** Maximum names under which a class looks for a list. */
const NAMES_MAX = 8;

/** Returns all fields in which a class looks for the list: those of responses from which more and more fields are missing. */
async function listFieldsRead(
  sample: Ccxt,
  name: MethodName,
  code: string | undefined,
): Promise<readonly string[]> {
  const fields = new Set<string>();
  const missing = new Set<string>();
  for (let count = 0; count < NAMES_MAX; count += 1) {
    const read = new Set<string>();
    const parents = new Set<string>();
    const respond = (parent: string): object => {
      const get = (_target: object, field: string | symbol): unknown => {
        // A promise would wait for an object that has `then`.
        if (typeof field !== 'string' || field === 'then') return undefined;
        read.add(field);
        parents.add(parent);
        return missing.has(field) ? undefined : respond(field);
      };
      return new Proxy({}, { get });
    };
    await listRequests(sample, name, [code, EARLY_MS], respond(''));
    const known = fields.size;
    for (const field of read) {
      fields.add(field);
      // A field without a further read inside it may be the list.
      if (!parents.has(field)) missing.add(field);
    }
    if (fields.size === known) break;
  }
  return [...fields].filter((field) => !NO_LIST_FIELD.test(field));
}
