import { isClockError } from './clock-errors.ts';
import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';

/** Facts about a failed request, in addition to the error that ccxt threw. */
export interface FailedRequest {
  readonly exchange: string;
  /** The endpoint's name, for example `sapiGetFiatOrders`. */
  readonly endpoint: string;
  /** HTTP status; `undefined` without a response. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly errorCodes: ErrorCodes;
  /** Values that must not appear in the message. */
  readonly secrets: readonly string[];
}

/** The meaning of errors that ccxt misreads, by a text that they contain. */
export type ErrorCodes = Readonly<Record<string, ExchangeErrorCode>>;

const MESSAGE_LENGTH_MAX = 300;

/** Error codes by the names of ccxt's error classes, the most specific class first. */
const CODES_BY_CLASS: readonly (readonly [string, ExchangeErrorCode])[] = [
  ['RateLimitExceeded', 'exchange_rate_limited'],
  ['DDoSProtection', 'exchange_rate_limited'],
  // The next attempt has a higher nonce and a corrected clock; ccxt derives the class from NetworkError.
  ['InvalidNonce', 'exchange_clock'],
  ['PermissionDenied', 'exchange_permission_denied'],
  ['AuthenticationError', 'exchange_key_refused'],
  ['ExchangeError', 'exchange_request_refused'],
];

/** Statuses that ccxt reports as "not available" although a retry cannot succeed. */
const REFUSED_STATUSES = new Set([400, 404, 405, 410]);

/**
 * Statuses of a proxy or a network that requires an authentication of its own, before the exchange gets the request.
 * ccxt reports them as a wrong key.
 */
const NETWORK_STATUSES = new Set([407, 511]);

/** Returns ccxt's error as an `ExchangeError`, without the secrets and addresses in its message. */
export function toExchangeError(error: unknown, request: FailedRequest): ExchangeError {
  if (error instanceof ExchangeError) return error;
  const retryAfterMs = request.retryAfterMs;
  const options = retryAfterMs === undefined ? {} : { retryAfterMs };
  return new ExchangeError(
    classifyFailure(error, request),
    describeFailure(error, request),
    options,
  );
}

function classifyFailure(error: unknown, { status, errorCodes }: FailedRequest): ExchangeErrorCode {
  if (status === 429 || status === 418) return 'exchange_rate_limited';
  if (NETWORK_STATUSES.has(status ?? 0)) return 'exchange_unavailable';
  const message = error instanceof Error ? error.message : '';
  const known = Object.entries(errorCodes).find(([text]) => message.includes(text));
  if (known !== undefined) return known[1];
  const classes = listClasses(error);
  const isLimited = classes.includes('RateLimitExceeded') || classes.includes('DDoSProtection');
  if (!isLimited && isClockError(message)) return 'exchange_clock';
  if (classes.includes('ExchangeNotAvailable') && REFUSED_STATUSES.has(status ?? 0)) {
    // ccxt reports the class of maintenance only for the exchange's own words, which Bitget sends with status 400.
    return classes.includes('OnMaintenance') ? 'exchange_unavailable' : 'exchange_request_refused';
  }
  // Firewalls also slow callers down with 403, so it is retried; 451 means a legal restriction.
  if (classes.includes('ExchangeNotAvailable') && status === 451) {
    return 'exchange_permission_denied';
  }
  // A status of 5xx is a failure of the server, although ccxt treats a body without a known code as a
  // refusal.
  if (classes[0] === 'ExchangeError' && (status ?? 0) >= 500) return 'exchange_unavailable';
  // Many classes know no words for a refused key (bitFlyer, BTC Markets): 401 says that the exchange refused the key.
  if (classes[0] === 'ExchangeError' && status === 401) return 'exchange_key_refused';
  // A missing endpoint does not mean a refused key, although NDAX's class reports it so.
  if (classes.includes('AuthenticationError') && status === 404) return 'exchange_request_refused';
  const found = CODES_BY_CLASS.find(([name]) => classes.includes(name));
  // Any other error is a broken response or connection (NetworkError, a TypeError on HTML, a time-out).
  return found?.[1] ?? 'exchange_unavailable';
}

function listClasses(error: unknown): string[] {
  const names: string[] = [];
  let prototype: unknown = error instanceof Error ? Object.getPrototypeOf(error) : null;
  while (prototype !== null && prototype !== Error.prototype) {
    names.push((prototype as object).constructor.name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}

function describeFailure(error: unknown, request: FailedRequest): string {
  const name = error instanceof Error ? error.name : 'unknown error';
  const status = request.status === undefined ? '' : ` (HTTP ${request.status})`;
  const message = error instanceof Error ? error.message : String(error);
  return `${request.exchange} ${request.endpoint}${status}: ${name}: ${redact(message, request.secrets)}`;
}

/** The two digits that differ between the alphabets of base64. */
const BASE64_62 = '(?:[-+]|%2[Bb])';
const BASE64_63 = '(?:[_/]|%2[Ff])';

/** Minimum length of a value that is removed. Shorter values are not secrets and occur in ordinary text. */
const SECRET_LENGTH_MIN = 4;

/**
 * Returns patterns for the forms in which an exchange may repeat a secret: unchanged, URL-encoded, in
 * hexadecimal digits, or in base64 of both alphabets, also after other bytes.
 */
function listForms(secret: string): RegExp[] {
  if (secret.length < SECRET_LENGTH_MIN) return [];
  const bytes = Buffer.from(secret);
  const exact = [secret, JSON.stringify(secret).slice(1, -1)];
  const inAnyCase = [encodeURIComponent(secret), bytes.toString('hex')];
  return [
    ...exact.map((form) => new RegExp(escapeText(form), 'g')),
    ...inAnyCase.map((form) => new RegExp(escapeText(form), 'gi')),
    ...[0, 1, 2].map((offset) => toBase64Form(bytes, offset)),
  ];
}

/**
 * Returns the base64 pattern of bytes that follow `offset` other bytes, without the digits that encode both.
 */
function toBase64Form(bytes: Buffer, offset: number): RegExp {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
  const end = (offset + bytes.length) % 3 === 0 ? text.length : text.length - 1;
  const own = text.slice(offset === 0 ? 0 : offset + 1, end);
  const either = own.replaceAll(/[-_]/g, (digit) => (digit === '-' ? BASE64_62 : BASE64_63));
  return new RegExp(`${either}={0,2}`, 'g');
}

function escapeText(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`);
}

/** Removes addresses, secrets and control characters, and limits the length. */
function redact(message: string, secrets: readonly string[]): string {
  let text = message;
  for (const form of secrets.flatMap(listForms)) text = text.replace(form, '[redacted]');
  return text
    .replace(/https?(:\/\/|%3A%2F%2F)\S+/gi, '[address]')
    .replace(
      /(signature|sign|sig|apiKey|api_key|API-Key|API-Sign|X-MBX-APIKEY)["']?\s*[=:]\s*["']?[\w+/=-]+/gi,
      '$1=[redacted]',
    )
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, MESSAGE_LENGTH_MAX);
}
