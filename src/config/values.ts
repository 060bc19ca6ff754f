/**
 * Parsers of values in the environment. Each throws `InvalidValueError` for an invalid value, without quoting
 * it.
 */
import { BlockList, isIP } from 'node:net';

import { deriveMasterKey, MasterKeyError } from '../domain/master-key.ts';
import type { AllowedTargets } from '../domain/webhook.ts';

const METRICS_TOKEN_LENGTH_MIN = 16;
const VISIBLE_ASCII = /^[!-~]+$/;
const ROLE_BYTES_MAX = 63;
/** Matches the URL of a PostgreSQL database. */
export const POSTGRES_SCHEME = /^postgres(ql)?:/i;

/**
 * Thrown if the value of a variable is invalid. The message continues a sentence that starts with the
 * variable's name.
 */
export class InvalidValueError extends Error {}

/** The database in `TELLER_DATABASE_URL`. The path may be relative. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Returns a parser of decimal integers in a range. */
export function integer(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new InvalidValueError(`must be an integer from ${minimum} to ${maximum}`);
  };
}

/** Returns a parser that accepts only these texts. */
export function choice<const Choice extends string>(
  ...choices: readonly Choice[]
): (text: string) => Choice {
  return (text) => {
    const found = choices.find((candidate) => candidate === text);
    if (found === undefined) throw new InvalidValueError(`must be one of ${choices.join(', ')}`);
    return found;
  };
}

/** Parses the address of a database: `sqlite:PATH`, a path, or a PostgreSQL URL. */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  if (POSTGRES_SCHEME.test(text)) return { kind: 'postgres', url: parsePostgresUrl(text) };
  const path = text.replace(/^sqlite:(\/\/)?/i, '');
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(path)?.[1];
  if (scheme !== undefined) {
    throw new InvalidValueError(
      `has the unknown scheme ${scheme}:; use sqlite:PATH or postgres://…`,
    );
  }
  if (path === '' || path.includes('\0') || path === ':memory:') {
    throw new InvalidValueError('does not name a file; use sqlite:PATH');
  }
  return { kind: 'sqlite', path };
}

/** Parses a PostgreSQL URL with the name of a database. */
export function parsePostgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !POSTGRES_SCHEME.test(text) || url.pathname.length <= 1) {
    throw new InvalidValueError('must be like postgres://USER:PASSWORD@HOST:5432/NAME');
  }
  return text;
}

/** Returns true if the address of a database is a PostgreSQL URL with a password. */
export function hasPassword(address: string): boolean {
  const url = POSTGRES_SCHEME.test(address) ? URL.parse(address) : null;
  return url !== null && (url.password !== '' || url.searchParams.has('password'));
}

/** Parses the name of a PostgreSQL role. */
export function parseRole(text: string): string {
  if (Buffer.byteLength(text) <= ROLE_BYTES_MAX && !text.includes('\0')) return text;
  throw new InvalidValueError(`must be a name of at most ${ROLE_BYTES_MAX} bytes`);
}

/** Returns the text if it is a master key. */
export function parseMasterKey(text: string): string {
  try {
    deriveMasterKey(text);
    return text;
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    throw new InvalidValueError(error.message.replace(/^the master key /, ''));
  }
}

/** Parses the path of a file, which may be relative. */
export function parsePath(text: string): string {
  if (!text.includes('\0')) return text;
  throw new InvalidValueError('must be the path of a file');
}

const ORIGIN_ONLY = /^https?:\/\/[^/?#]+$/i;

/**
 * Parses an HTTP or HTTPS URL as a prefix of other URLs. One without a path gets its `/`, which a URL needs before the text
 * that follows: `http://host:8080https://…` names no port.
 */
export function parseUrlPrefix(text: string): string {
  const protocol = URL.canParse(text) ? new URL(text).protocol : undefined;
  if (protocol === 'http:' || protocol === 'https:') {
    return ORIGIN_ONLY.test(text) ? `${text}/` : text;
  }
  throw new InvalidValueError('must be a URL that starts with http:// or https://');
}

/** Parses the bearer token of the metrics, which has to fit into a header of a request. */
export function parseMetricsToken(text: string): string {
  const advice = '(create one with: openssl rand -hex 16)';
  if (text.length < METRICS_TOKEN_LENGTH_MIN) {
    throw new InvalidValueError(
      `must have at least ${METRICS_TOKEN_LENGTH_MIN} characters ${advice}`,
    );
  }
  if (VISIBLE_ASCII.test(text)) return text;
  throw new InvalidValueError(
    `must consist of visible ASCII characters without spaces, as a request header does not carry others ${advice}`,
  );
}

/** Parses a list of addresses and networks, separated by commas. */
export function parseTrustedProxies(text: string): BlockList {
  const networks = new BlockList();
  for (const entry of text.split(',')) {
    const [address = '', prefix, ...rest] = entry.trim().split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix ?? String(bits);
    const isLength = /^\d{1,3}$/.test(length) && Number(length) <= bits;
    if (version === 0 || !isLength || rest.length > 0) {
      throw new InvalidValueError(
        'must be addresses or networks like 10.0.0.7,10.1.0.0/16,2001:db8::/32',
      );
    }
    networks.addSubnet(address, Number(length), version === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** Parses a list of what webhooks may use: `http`, `private`, or both with a comma. */
export function parseWebhookTargets(text: string): AllowedTargets {
  const words = text.split(',').map((word) => word.trim());
  if (words.some((word) => word !== 'http' && word !== 'private')) {
    throw new InvalidValueError('must be http, private or http,private');
  }
  return { http: words.includes('http'), private: words.includes('private') };
}

/** Parses an origin, for example `https://teller.example`. Returns it without a slash at its end. */
export function parseOrigin(text: string): string {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url !== null && isHttp && url.href === `${url.origin}/`) return url.origin;
  throw new InvalidValueError('must be an origin like https://teller.example, without a path');
}

/** Parses where to report something: `https://…` or `mailto:…`. Returns it in its normal form. */
export function parseContact(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' || url?.protocol === 'mailto:') return url.href;
  throw new InvalidValueError(
    'must be a URL like https://teller.example/security or mailto:NAME@HOST',
  );
}

/** Parses a list of origins, separated by commas. */
export function parseOrigins(text: string): readonly string[] {
  return text.split(',').map((origin) => parseOrigin(origin.trim()));
}

/** Parses a list of IP addresses, separated by commas. */
export function parseAddresses(text: string): readonly string[] {
  const addresses = text.split(',').map((address) => address.trim());
  const wrong = addresses.find((address) => isIP(address) === 0);
  if (wrong === undefined) return addresses;
  throw new InvalidValueError('must be IP addresses, separated by commas');
}
