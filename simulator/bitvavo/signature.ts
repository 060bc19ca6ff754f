import { createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const WINDOW_MAX_MS = 60_000;
const WINDOW_DEFAULT_MS = 10_000;

/** The API key of a request; empty if it has none. */
export function readBitvavoKey(request: WireRequest): string {
  return request.headers['bitvavo-access-key'] ?? '';
}

/**
 * Checks timestamp (at most the request's window off) and signature: an HMAC-SHA256, hexadecimal, of
 * timestamp, method, path with query, and body. Source: Bitvavo v2, "Authentication".
 */
export function checkBitvavoSignature(
  request: WireRequest,
  { secret }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  const timestamp = request.headers['bitvavo-access-timestamp'] ?? '';
  const windowMs = Number(request.headers['bitvavo-access-window'] ?? WINDOW_DEFAULT_MS);
  const offMs = Math.abs(nowMs - Number(timestamp));
  if (timestamp === '' || !(offMs <= Math.min(windowMs, WINDOW_MAX_MS) + slackMs)) {
    throw new RequestRefused('stale-timestamp');
  }
  const query = request.query === '' ? '' : `?${request.query}`;
  const payload = timestamp + request.method + request.path + query + request.body;
  const expected = createHmac('sha256', secret).update(payload).digest('hex');
  if (request.headers['bitvavo-access-signature'] !== expected) {
    throw new RequestRefused('wrong-signature');
  }
}
