import { createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const AHEAD_MAX_MS = 1000;
const RECEIVE_WINDOW_DEFAULT_MS = 5000;

/** The API key of a request; empty if it has none. */
export function readBybitKey(request: WireRequest): string {
  return request.headers['x-bapi-api-key'] ?? '';
}

/**
 * Checks timestamp and signature: an HMAC-SHA256, hexadecimal, of timestamp, key, receive window
 * and query. Source: Bybit v5, "Integration Guidance", "Authentication".
 */
export function checkBybitSignature(
  request: WireRequest,
  { apiKey, secret }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  const timestamp = request.headers['x-bapi-timestamp'] ?? '';
  const window = request.headers['x-bapi-recv-window'] ?? String(RECEIVE_WINDOW_DEFAULT_MS);
  const ageMs = nowMs - Number(timestamp);
  const fresh = ageMs > -(AHEAD_MAX_MS + slackMs) && ageMs <= Number(window) + slackMs;
  if (!fresh) throw new RequestRefused('stale-timestamp');
  const payload = timestamp + apiKey + window + request.query + request.body;
  const expected = createHmac('sha256', secret).update(payload).digest('hex');
  if (request.headers['x-bapi-sign'] !== expected) throw new RequestRefused('wrong-signature');
}
