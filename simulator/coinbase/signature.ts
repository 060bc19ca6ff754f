import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { SECOND_MS } from '../../src/domain/duration.ts';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

/** A token is valid for two minutes. Source: Coinbase App, "API Key Authentication". */
const LIFETIME_SECONDS = 120;

interface TokenHeader {
  readonly alg?: unknown;
  readonly kid?: unknown;
  readonly nonce?: unknown;
}

interface TokenClaims {
  readonly sub?: unknown;
  readonly iss?: unknown;
  readonly nbf?: unknown;
  readonly exp?: unknown;
  readonly uri?: unknown;
}

/** The name of the API key of a request; empty if it has none. */
export function readCoinbaseKey(request: WireRequest): string {
  const kid = readParts(request)?.header.kid;
  return typeof kid === 'string' ? kid : '';
}

/**
 * Checks the token of a request: a JWT, signed with ES256 by the private key, that contains the key's name,
 * the request and the current time. Source: Coinbase App, "API Key Authentication".
 */
export function checkCoinbaseToken(
  request: WireRequest,
  { apiKey, secret }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  const parts = readParts(request);
  if (parts === undefined) throw new RequestRefused('wrong-signature');
  const { header, claims, signed, signature } = parts;
  const named = header.alg === 'ES256' && typeof header.nonce === 'string';
  const meant = claims.uri === `${request.method} ${request.host}${request.path}`;
  const owned = claims.sub === apiKey && claims.iss === 'coinbase-cloud';
  if (!named || !meant || !owned || !isSigned(signed, signature, secret)) {
    throw new RequestRefused('wrong-signature');
  }
  const begin = Number(claims.nbf) * SECOND_MS;
  const end = Number(claims.exp) * SECOND_MS;
  const current = begin <= nowMs + slackMs && nowMs - slackMs < end;
  const short = end - begin <= LIFETIME_SECONDS * SECOND_MS;
  if (!current || !short) throw new RequestRefused('stale-timestamp');
}

function readParts({
  headers,
}: WireRequest):
  | { header: TokenHeader; claims: TokenClaims; signed: string; signature: Buffer }
  | undefined {
  const match = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(headers['authorization'] ?? '');
  if (match === null) return undefined;
  const [, header = '', claims = '', signature = ''] = match;
  const signed = `${header}.${claims}`;
  try {
    return {
      header: readJson(header),
      claims: readJson(claims),
      signed,
      signature: Buffer.from(signature, 'base64url'),
    };
  } catch {
    return undefined;
  }
}

function readJson(part: string): object {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null ? value : {};
}

function isSigned(signed: string, signature: Buffer, secret: string): boolean {
  const key: KeyObject = createPublicKey(secret);
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature);
}
