import { createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const TIMESTAMP_OFF_MAX_MS = 150_000;
const KEY_PREFIX = 'BITSTAMP ';

/** The API key of a request; empty if it has none. */
export function readBitstampKey(request: WireRequest): string {
  const text = request.headers['x-auth'] ?? '';
  return text.startsWith(KEY_PREFIX) ? text.slice(KEY_PREFIX.length) : '';
}

/**
 * Checks timestamp and signature: an HMAC-SHA256, hexadecimal, of key, method, host, path, query,
 * content type, nonce, timestamp, version and body. Source: Bitstamp v2, "Authentication".
 */
export function checkBitstampSignature(
  request: WireRequest,
  { secret }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  const { headers } = request;
  const timestamp = headers['x-auth-timestamp'] ?? '';
  const offMs = Math.abs(nowMs - Number(timestamp));
  if (timestamp === '' || !(offMs <= TIMESTAMP_OFF_MAX_MS + slackMs)) {
    throw new RequestRefused('stale-timestamp');
  }
  const payload = [
    headers['x-auth'],
    request.method,
    request.host,
    request.path,
    request.query === '' ? '' : `?${request.query}`,
    headers['content-type'] ?? '',
    headers['x-auth-nonce'],
    timestamp,
    headers['x-auth-version'],
    request.body,
  ].join('');
  const expected = createHmac('sha256', secret).update(payload).digest('hex');
  if (headers['x-auth-signature']?.toLowerCase() !== expected) {
    throw new RequestRefused('wrong-signature');
  }
}
