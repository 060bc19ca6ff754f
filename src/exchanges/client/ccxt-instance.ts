/**
 * Creates instances of ccxt's classes. Everything that this program changes is public in ccxt: settings of the
 * constructor, and methods that an instance may replace (https://docs.ccxt.com/#/README?id=overriding-exchange-properties-upon-instantiation).
 */
import { parseExactJson } from './exact-json.ts';

/** The part of a ccxt exchange that is used. Implicit endpoint methods are looked up by name. */
export interface CcxtExchange {
  readonly apiKey: string;
  number: (text: string) => unknown;
  nonce: () => number;
  milliseconds: () => number;
  seconds: () => number;
  microseconds: () => number;
  options: Record<string, unknown>;
  /** True if each request waits for `throttle` before it is signed. */
  enableRateLimit: boolean;
  throttle: () => Promise<void>;
  /** Returns a signed request. */
  sign: (...args: readonly unknown[]) => unknown;
  fetch: (url: string, method?: string, headers?: unknown, body?: unknown) => Promise<unknown>;
  safeCurrencyCode: (id: string) => string;
  networkIdToCode: (id: string, code?: string) => string | undefined;
  parseCurrency: (raw: unknown) => unknown;
}

/** A class of ccxt. */
export type CcxtClass = new (settings: object) => CcxtExchange;

/** The settings of an instance. */
export interface CcxtSettings {
  readonly credentials: Readonly<Record<string, string>>;
  /** Prefix of every URL. */
  readonly proxyUrl: string | undefined;
  readonly timeoutMs: number;
  /** Returns the exchange's time (Unix ms), with which requests are signed. */
  readonly nowMs: () => number;
  /** Sends requests instead of the global `fetch`. */
  readonly fetch: unknown;
}

/**
 * Loads ccxt's class of an exchange by its file, because the package as a whole loads all classes
 * (docs/decisions.md).
 *
 * @param exchange ccxt's id of the exchange.
 */
export async function loadCcxtClass(exchange: string): Promise<CcxtClass> {
  const address = new URL(`./src/${exchange}.js`, import.meta.resolve('ccxt')).href;
  const module = (await import(address)) as { readonly default: CcxtClass };
  return module.default;
}

/** Returns a new instance of a class, which shares no data with another instance. */
export function createCcxtInstance(
  ccxtClass: CcxtClass,
  { credentials, proxyUrl, timeoutMs, nowMs, fetch }: CcxtSettings,
): CcxtExchange {
  return new ccxtClass({
    ...credentials,
    proxyUrl,
    timeout: timeoutMs,
    fetchImplementation: fetch,
    // The rate budget decides when a request is sent.
    enableRateLimit: false,
    // No proxy modules are used; ccxt would search for them with each instance.
    loadProxyModules: () => Promise.resolve(),
    // ccxt would keep the text of the last response in memory as long as the account is open.
    enableLastHttpResponse: false,
    // Classes sign by one of these clocks, some without the difference that ccxt calculates.
    milliseconds: nowMs,
    seconds: () => Math.floor(nowMs() / 1000),
    microseconds: () => nowMs() * 1000,
    number: keepNumberText,
    parseJson: parseJsonOrNothing,
  });
}

/**
 * Returns a number as the exchange wrote it.
 *
 * @throws {TypeError} if the value is anything else, such as the objects that some classes pass; ccxt then
 * treats the number as missing.
 */
function keepNumberText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError(`not a number: ${typeof value}`);
}

/** Parses JSON. Returns `undefined` for any other text; ccxt then returns the text itself. */
function parseJsonOrNothing(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
