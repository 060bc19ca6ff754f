import { createHash, createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const AGE_MAX_MS = 60_000;

/** The API key of a request; empty if it has none. */
export function readGateKey(request: WireRequest): string {
  return request.headers['key'] ?? '';
}

/**
 * Checks timestamp (in seconds, at most a minute off) and signature: an HMAC-SHA512, hexadecimal, of method,
 * path, query, the body's hash and the timestamp, a line each. Source: Gate API v4, "APIv4 signed request
 * requirements".
 */
export function checkGateSignature(
  request: WireRequest,
  { secret }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  const timestamp = request.headers['timestamp'] ?? '';
  const offMs = Math.abs(nowMs - Number(timestamp) * 1000);
  if (timestamp === '' || !(offMs <= AGE_MAX_MS + slackMs)) {
    throw new RequestRefused('stale-timestamp');
  }
  const bodyHash = createHash('sha512').update(request.body).digest('hex');
  const payload = [request.method, request.path, request.query, bodyHash, timestamp].join('\n');
  const expected = createHmac('sha512', secret).update(payload).digest('hex');
  if (request.headers['sign'] !== expected) throw new RequestRefused('wrong-signature');
}
