/**
 * Derives the table of `exchanges.ts` from ccxt's classes: which of them have a history, its requests, and its
 * filters. Loads ccxt; used by the generator and its test.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
/** The parts of an instance of a ccxt class that are inspected. */
interface CcxtInstance {
  readonly id: string;
  readonly name: string;
  readonly has: Record<string, unknown>;
  readonly requiredCredentials: Record<string, boolean>;
  readonly rateLimit: number;
  request: (...args: unknown[]) => Promise<unknown>;
  sign: (...args: unknown[]) => { url: string };
  [member: string]: unknown;
}
type CcxtClass = new (settings: object) => CcxtInstance;

const SOURCES = new URL('./src/', import.meta.resolve('ccxt'));
/** Secrets of several kinds: LBank treats a long one as an RSA key, ModeTrade's is in base 58. */
const SECRETS = [
  ...[32, 16].map((bytes) => Buffer.alloc(bytes, 7).toString('base64')),
  '1'.repeat(32),
];
const ENDPOINT_NAME = /(Get|Post|Put|Delete|Patch)([A-Z0-9]|$)/;

/** Returns every class of ccxt with balances, deposits and withdrawals, by name. */
export async function deriveExchanges(): Promise<BestEffortExchange[]> {
  const exchanges: BestEffortExchange[] = [];
  const certified = new Set(CERTIFIED_EXCHANGES.map(({ name }) => name));
  const names = readdirSync(fileURLToPath(SOURCES))
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -3))
    .sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    if (certified.has(name) || Object.hasOwn(UNSUPPORTED_EXCHANGES, name)) continue;
    const { default: ccxtClass } = (await import(new URL(`./${name}.js`, SOURCES).href)) as {
      default: CcxtClass;
    };
    const exchange = await deriveExchange(ccxtClass);
    if (exchange !== undefined) exchanges.push(exchange);
  }
  return exchanges;
}

async function deriveExchange(ccxtClass: CcxtClass): Promise<BestEffortExchange | undefined> {
  const ccxt = new ccxtClass({});
  const { has } = ccxt;
  const names = listHistoryMethods(ccxt);
  if (names === undefined || has['fetchBalance'] !== true) return undefined;
  const optional = ['fetchCurrencies', 'fetchTime'].filter(
    (name) =>
      has[name] === true && !(name === 'fetchCurrencies' && CURRENCIES_FROM_PAGES.has(ccxt.id)),
  );
  const endpoints = listEndpoints(ccxt, [...names, 'fetchBalance', ...optional]);
  const samples = SECRETS.map((secret) => openWithSamples(ccxtClass, secret));
  const described: Described[] = [];
  for (const endpoint of endpoints) described.push(await describeEndpoint(samples, endpoint));
  const allowed = described.filter(({ endpoint }) => isRead(endpoint));
  const all = [...allowed.map(({ endpoint }) => endpoint), ...(FURTHER_ENDPOINTS[ccxt.id] ?? [])];
  return {
    name: ccxt.id,
    title: ccxt.name,
    credentials: listCredentials(ccxt),
    methods: await Promise.all(names.map((name) => probeMethod(ccxtClass, name))),
    sharedList: await isSharedList(ccxtClass, names),
    listsCurrencies: optional.includes('fetchCurrencies'),
    reportsTime: optional.includes('fetchTime'),
    requestMs: Math.ceil(ccxt.rateLimit * Math.max(1, ...allowed.map(({ cost }) => cost))),
    endpoints: [...new Set(all)].sort((a, b) => (a < b ? -1 : 1)) as ReadEndpoint[],
  };
}

function listCredentials({ id, requiredCredentials }: CcxtInstance): readonly string[] {
  const asked = Object.keys(requiredCredentials).filter(
    (field) => requiredCredentials[field] === true && !NEVER_ASKED.has(field),
  );
  return READ_CREDENTIALS[id] ?? asked;
}

function isRead(endpoint: string): boolean {
  if (WRITING_WORDS.test(endpoint) || FOREIGN_HOSTS.test(endpoint)) return false;
  return endpoint.startsWith('GET ') || READING_POSTS.has(endpoint);
}

/** Returns one list of both kinds if there is one, because it contains each row's kind; otherwise two lists. */
function listHistoryMethods(ccxt: CcxtInstance): HistoryMethod['name'][] | undefined {
  const isSupported = (name: string): boolean =>
    ccxt.has[name] !== undefined && ccxt.has[name] !== false && sourcesOf(ccxt, name).length > 0;
  if (isSupported('fetchDepositsWithdrawals')) return ['fetchDepositsWithdrawals'];
  const both = ['fetchDeposits', 'fetchWithdrawals'] as const;
  if (both.every(isSupported)) return [...both];
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
        // Markets are never loaded, and describe() contains all endpoints.
        if (!['describe', 'loadMarkets', 'fetchMarkets'].includes(called)) waiting.push(called);
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
      sources.push(
        String(member)
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/^\s*\/\/.*$/gm, ''),
      );
    }
    prototype = Object.getPrototypeOf(prototype) as object;
  }
  return sources;
}

/** A request, and its weight in the rate limit. */
interface Described {
  readonly endpoint: string;
  readonly cost: number;
}

/** The placeholder for an identifier in a path. */
const PLACE = 'TELLERPLACE';

/** Returns the request of an implicit endpoint as the class builds it, and its weight in the rate limit. */
async function describeEndpoint(
  samples: readonly CcxtInstance[],
  name: string,
): Promise<Described> {
  const [ccxt] = samples;
  if (ccxt === undefined) throw new RangeError('no instance to describe');
  let endpoint = '';
  let cost = 1;
  ccxt.request = (path, api, method, _params, _headers, _body, config) => {
    const { host, pathname } = new URL(signSample(samples, [path, api, method]));
    const segments = pathname.split('/').map((part) => (part.includes(PLACE) ? '*' : part));
    endpoint = `${String(method)} ${host}${segments.join('/')}`;
    cost = (config as { cost?: number } | undefined)?.cost ?? 1;
    return Promise.resolve({});
  };
  await (ccxt[name] as Callable)({});
  return { endpoint, cost: Number.isFinite(cost) ? cost : 1 };
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

/** Returns an instance with sample credentials of every kind. */
function openWithSamples(ccxtClass: CcxtClass, secret = SECRETS[0]): CcxtInstance {
  return new ccxtClass({
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
}

const SAMPLE_TIMES_MS = [1_700_000_000_000, 1_702_000_000_000, 1_704_000_000_000] as const;

/** Runs a method against an exchange that returns nothing, and inspects its requests. */
async function probeMethod(
  ccxtClass: CcxtClass,
  name: HistoryMethod['name'],
): Promise<HistoryMethod> {
  const [early, middle, late] = SAMPLE_TIMES_MS;
  const perAsset = (await listRequests(ccxtClass, name, undefined, early, middle)).length === 0;
  const code = perAsset ? 'BTC' : undefined;
  const requests = await listRequests(ccxtClass, name, code, early, late);
  const laterSince = await listRequests(ccxtClass, name, code, middle, late);
  const earlierUntil = await listRequests(ccxtClass, name, code, early, middle);
  const passedOn = requests.some((request) => request.includes('"until"'));
  return {
    name,
    since: requests.join() !== laterSince.join(),
    until: !passedOn && requests.join() !== earlierUntil.join(),
    perAsset,
    listFields: await listFieldsRead(ccxtClass, name, code),
  };
}

/** Matches other fields that classes read in addition to a list. */
const NO_LIST_FIELD = /cursor|pag(e|ination)|token|authorizer|length|^(valueOf|toString)$/i;
/** Maximum names under which a class looks for a list. */
const NAMES_MAX = 8;

/** Returns all fields in which a class looks for the list. */
async function listFieldsRead(
  ccxtClass: CcxtClass,
  name: string,
  code: string | undefined,
): Promise<readonly string[]> {
  const ccxt = openWithSamples(ccxtClass);
  (ccxt['setMarkets'] as (markets: unknown[], currencies: object) => void)([], {});
  isolate(ccxt);
  ccxt['parseTransactions'] = () => [];
  const fields = new Set<string>();
  const missing = new Set<string>();
  for (let count = 0; count < NAMES_MAX; count += 1) {
    const reads = new Reads(missing);
    ccxt.request = () => Promise.resolve(reads.response());
    await (ccxt[name] as Callable)(code, SAMPLE_TIMES_MS[0]).catch(() => undefined);
    const known = fields.size;
    for (const field of reads.fields) fields.add(field);
    if (fields.size === known) break;
    for (const field of reads.last) missing.add(field);
  }
  return [...fields].filter((field) => !NO_LIST_FIELD.test(field));
}

/** Records the fields that a class reads in a response with all fields except some missing ones. */
class Reads {
  readonly fields = new Set<string>();
  readonly #missing: ReadonlySet<string>;
  readonly #parents = new Set<string>();

  constructor(missing: ReadonlySet<string>) {
    this.#missing = missing;
  }

  /** The fields without a further read inside them. */
  get last(): readonly string[] {
    return [...this.fields].filter((field) => !this.#parents.has(field));
  }

  /** Returns a response, or the part of it in a field. */
  response(parent = ''): object {
    const get = (_target: object, field: string | symbol): unknown => {
      // A promise would wait for an object that has `then`.
      if (typeof field !== 'string' || field === 'then') return undefined;
      this.fields.add(field);
      this.#parents.add(parent);
      return this.#missing.has(field) ? undefined : this.response(field);
    };
    return new Proxy({}, { get });
  }
}

/**
 * Returns true if two methods request the same path, so that a row of one may be in the result of the other.
 */
async function isSharedList(
  ccxtClass: CcxtClass,
  names: readonly HistoryMethod['name'][],
): Promise<boolean> {
  const [early, , late] = SAMPLE_TIMES_MS;
  const paths = await Promise.all(
    names.map(async (name) => {
      const [request = '[]'] = await listRequests(ccxtClass, name, 'BTC', early, late);
      return JSON.stringify((JSON.parse(request) as unknown[]).slice(0, 2));
    }),
  );
  return paths.length > 1 && new Set(paths).size === 1;
}

/** Replaces requests that a class sends before the request of the list. */
function isolate(ccxt: CcxtInstance): void {
  ccxt['currency'] = (asset: string) => ({ id: asset, code: asset, numericId: 1, networks: {} });
  ccxt['milliseconds'] = () => SAMPLE_TIMES_MS[2];
  ccxt['loadMarkets'] = async () => ({});
  ccxt['accounts'] = [{ id: '1', code: 'BTC' }];
  ccxt['loadAccounts'] = async () => ccxt['accounts'];
}

async function listRequests(
  ccxtClass: CcxtClass,
  name: string,
  code: string | undefined,
  since: number,
  until: number,
): Promise<string[]> {
  const ccxt = openWithSamples(ccxtClass);
  const requests: string[] = [];
  (ccxt['setMarkets'] as (markets: unknown[], currencies: object) => void)([], {});
  isolate(ccxt);
  ccxt.request = (path, _api, method, params) => {
    requests.push(JSON.stringify([method, path, params]));
    return Promise.resolve({});
  };
  // There was no response, so a class may fail after its request.
  await (ccxt[name] as Callable)(code, since, undefined, { until }).catch(() => undefined);
  return requests;
}
