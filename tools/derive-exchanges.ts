/**
 * Derives the table `best-effort/exchanges.json` from ccxt's classes: which of them have a history, its requests, and
 * its filters.
 */
import ccxt from 'ccxt';

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

type Callable = (...args: unknown[]) => Promise<unknown>;
type MethodName = HistoryMethod['name'];
/** The parts of an instance of a ccxt class that are inspected. */
interface CcxtInstance {
  readonly id: string;
  readonly name: string;
  readonly urls: { readonly www: string };
  readonly has: Record<string, unknown>;
  readonly requiredCredentials: Record<string, boolean>;
  readonly rateLimit: number;
  request: (...args: unknown[]) => Promise<unknown>;
  sign: (...args: unknown[]) => { url: string };
  setMarkets: (markets: unknown[], currencies: object) => void;
  [member: string]: unknown;
}
type CcxtClass = new (settings: object) => CcxtInstance;

/** Secrets of several kinds: LBank treats a long one as an RSA key, ModeTrade's is in base 58. */
const SECRETS = [
  ...[32, 16].map((bytes) => Buffer.alloc(bytes, 7).toString('base64')),
  '1'.repeat(32),
];
const ENDPOINT_NAME = /(Get|Post|Put|Delete|Patch)([A-Z0-9]|$)/;
/** Methods of which no endpoint is requested: markets are never loaded, and `describe` contains all endpoints. */
const NOT_CALLED = new Set(['describe', 'loadMarkets', 'fetchMarkets']);

/** Returns every class of ccxt with balances, deposits and withdrawals, and its home page, in the order of their names. */
export async function deriveExchanges(): Promise<readonly [BestEffortExchange, site: string][]> {
  const certified = new Set(CERTIFIED_EXCHANGES.map(({ name }) => name));
  const derived: [BestEffortExchange, string][] = [];
  for (const name of ccxt.exchanges.toSorted()) {
    if (certified.has(name) || Object.hasOwn(UNSUPPORTED_EXCHANGES, name)) continue;
    const ccxtClass = (ccxt as unknown as Record<string, CcxtClass>)[name];
    if (ccxtClass === undefined) throw new Error(`ccxt has no class ${name}`);
    const instance = new ccxtClass({});
    const methods = listHistoryMethods(instance);
    if (methods === undefined || instance.has['fetchBalance'] !== true) continue;
    derived.push([await deriveExchange(ccxtClass, instance, methods), instance.urls.www]);
  }
  return derived;
}

async function deriveExchange(
  ccxtClass: CcxtClass,
  instance: CcxtInstance,
  names: readonly MethodName[],
): Promise<BestEffortExchange> {
  const { id, name, has, rateLimit, requiredCredentials } = instance;
  const listsCurrencies = has['fetchCurrencies'] === true && !CURRENCIES_FROM_PAGES.has(id);
  const reportsTime = has['fetchTime'] === true;
  const methods = [...names, 'fetchBalance'];
  if (listsCurrencies) methods.push('fetchCurrencies');
  if (reportsTime) methods.push('fetchTime');
  const samples = SECRETS.map((secret) => openSample(ccxtClass, secret));
  const endpoints = new Set(FURTHER_ENDPOINTS[id]);
  let maxCost = 1;
  for (const method of listEndpoints(instance, methods)) {
    const { endpoint, cost } = await describeEndpoint(samples, method);
    if (!isRead(endpoint)) continue;
    endpoints.add(endpoint);
    maxCost = Math.max(maxCost, cost);
  }
  const asked = Object.keys(requiredCredentials).filter(
    (field) => requiredCredentials[field] === true && !NEVER_ASKED.has(field),
  );
  return {
    name: id,
    title: name,
    credentials: READ_CREDENTIALS[id] ?? asked,
    methods: await Promise.all(names.map((method) => probeMethod(ccxtClass, method))),
    sharedList: await isSharedList(ccxtClass, names),
    listsCurrencies,
    reportsTime,
    requestMs: Math.ceil(rateLimit * maxCost),
    endpoints: [...endpoints].toSorted() as ReadEndpoint[],
  };
}

function isRead(endpoint: string): boolean {
  if (WRITING_WORDS.test(endpoint) || FOREIGN_HOSTS.test(endpoint)) return false;
  return endpoint.startsWith('GET ') || READING_POSTS.has(endpoint);
}

/** Returns one list of both kinds if there is one, because it contains each row's kind; otherwise two lists. */
function listHistoryMethods(ccxt: CcxtInstance): readonly MethodName[] | undefined {
  const isSupported = (name: string): boolean =>
    ccxt.has[name] !== undefined && ccxt.has[name] !== false && sourcesOf(ccxt, name).length > 0;
  if (isSupported('fetchDepositsWithdrawals')) return ['fetchDepositsWithdrawals'];
  const both = ['fetchDeposits', 'fetchWithdrawals'] as const;
  if (both.every(isSupported)) return both;
  return isSupported('fetchTransactions') ? ['fetchTransactions'] : undefined;
}

/** Returns the implicit endpoints in the source of these methods, and of the methods that they call. */
function listEndpoints(ccxt: CcxtInstance, methods: readonly string[]): string[] {
  const seen = new Set<string>();
  const endpoints = new Set<string>();
  const waiting = [...methods];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const source of sourcesOf(ccxt, name)) {
      for (const [word] of source.matchAll(/[A-Za-z_$][\w$]*/g)) {
        if (ENDPOINT_NAME.test(word) && Object.hasOwn(ccxt, word)) endpoints.add(word);
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
function sourcesOf(ccxt: CcxtInstance, method: string): string[] {
  const sources: string[] = [];
  let prototype: object = Object.getPrototypeOf(ccxt) as object;
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
  samples: readonly CcxtInstance[],
  name: string,
): Promise<{ readonly endpoint: string; readonly cost: number }> {
  const [ccxt] = samples;
  if (ccxt === undefined) throw new RangeError('no instance to describe');
  const described = { endpoint: '', cost: 1 };
  ccxt.request = (path, api, method, _params, _headers, _body, config) => {
    const { host, pathname } = new URL(signSample(samples, [path, api, method]));
    const segments = pathname.split('/').map((part) => (part.includes(PLACE) ? '*' : part));
    described.endpoint = `${String(method)} ${host}${segments.join('/')}`;
    const { cost } = (config ?? {}) as { cost?: number };
    if (Number.isFinite(cost)) described.cost = Number(cost);
    return Promise.resolve({});
  };
  await (ccxt[name] as Callable)({});
  return described;
}

/** Returns the URL of a request, with {@link PLACE} for every identifier in its path. */
function signSample(
  samples: readonly CcxtInstance[],
  [path, api, method]: readonly unknown[],
): string {
  const places = [...String(path).matchAll(/\{([^}]+)\}/g)].map(([, field]) => [field, PLACE]);
  let failure: unknown;
  for (const ccxt of samples) {
    try {
      return ccxt.sign(path, api, method, Object.fromEntries(places)).url;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const [EARLY_MS, MIDDLE_MS, LATE_MS] = [1_700_000_000_000, 1_702_000_000_000, 1_704_000_000_000];

/** Returns an instance with sample credentials of every kind, which sends only the request of a list. */
function openSample(ccxtClass: CcxtClass, secret = SECRETS[0]): CcxtInstance {
  const ccxt = new ccxtClass({
    // The prefix of a Gemini key determines its kind.
    apiKey: 'account-key',
    secret,
    password: 'password',
    uid: '1',
    login: 'login',
    token: 'token',
    accountId: '1',
    twofa: '1',
    privateKey: `0x${'11'.repeat(32)}`,
    walletAddress: `0x${'22'.repeat(20)}`,
  });
  ccxt.setMarkets([], {});
  const accounts = [{ id: '1', code: 'BTC' }];
  return Object.assign(ccxt, {
    currency: (asset: string) => ({ id: asset, code: asset, numericId: 1, networks: {} }),
    milliseconds: () => LATE_MS,
    loadMarkets: async () => ({}),
    accounts,
    loadAccounts: async () => accounts,
  });
}

/** Runs a method against an exchange that returns nothing, and inspects its requests. */
async function probeMethod(ccxtClass: CcxtClass, name: MethodName): Promise<HistoryMethod> {
  const list = (code?: string, since = EARLY_MS, until = LATE_MS): Promise<string[]> =>
    listRequests(ccxtClass, name, [code, since, undefined, { until }]);
  const perAsset = (await list()).length === 0;
  const code = perAsset ? 'BTC' : undefined;
  const requests = await list(code);
  const laterSince = await list(code, MIDDLE_MS);
  const earlierUntil = await list(code, EARLY_MS, MIDDLE_MS);
  const passedOn = requests.some((request) => request.includes('"until"'));
  return {
    name,
    since: requests.join() !== laterSince.join(),
    until: !passedOn && requests.join() !== earlierUntil.join(),
    perAsset,
    listFields: await listFieldsRead(ccxtClass, name, code),
  };
}

/** Returns true if two methods request the same path, so that a row of one may be in the result of the other. */
async function isSharedList(ccxtClass: CcxtClass, names: readonly MethodName[]): Promise<boolean> {
  const args = ['BTC', EARLY_MS, undefined, { until: LATE_MS }];
  const lists = names.map(async (name) => {
    const [request = '[]'] = await listRequests(ccxtClass, name, args);
    return JSON.stringify((JSON.parse(request) as unknown[]).slice(0, 2));
  });
  return lists.length > 1 && new Set(await Promise.all(lists)).size === 1;
}

/** Returns the requests of a method as JSON: method, path and parameters. */
async function listRequests(
  ccxtClass: CcxtClass,
  name: MethodName,
  args: readonly unknown[],
): Promise<string[]> {
  const ccxt = openSample(ccxtClass);
  const requests: string[] = [];
  ccxt.request = (path, _api, method, params) => {
    requests.push(JSON.stringify([method, path, params]));
    return Promise.resolve({});
  };
  // There was no response, so a class may fail after its request.
  await (ccxt[name] as Callable)(...args).catch(() => undefined);
  return requests;
}

/** Matches other fields that classes read in addition to a list. */
const NO_LIST_FIELD = /cursor|pag(e|ination)|token|authorizer|length|^(valueOf|toString)$/i;
/** Maximum names under which a class looks for a list. */
const NAMES_MAX = 8;

/** Returns all fields in which a class looks for the list: those of responses from which more and more fields are missing. */
async function listFieldsRead(
  ccxtClass: CcxtClass,
  name: MethodName,
  code: string | undefined,
): Promise<readonly string[]> {
  const ccxt = openSample(ccxtClass);
  ccxt['parseTransactions'] = () => [];
  const fields = new Set<string>();
  const missing = new Set<string>();
  for (let count = 0; count < NAMES_MAX; count += 1) {
    const read = new Set<string>();
    const parents = new Set<string>();
    const respond = (parent = ''): object => {
      const get = (_target: object, field: string | symbol): unknown => {
        // A promise would wait for an object that has `then`.
        if (typeof field !== 'string' || field === 'then') return undefined;
        read.add(field);
        parents.add(parent);
        return missing.has(field) ? undefined : respond(field);
      };
      return new Proxy({}, { get });
    };
    ccxt.request = () => Promise.resolve(respond());
    await (ccxt[name] as Callable)(code, EARLY_MS).catch(() => undefined);
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
