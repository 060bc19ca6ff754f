import { createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const AGE_MAX_MS = 30_000;

/** The API key of a request; empty if it has none. */
export function readBitgetKey(request: WireRequest): string {
  return request.headers['access-key'] ?? '';
}

/**
 * Checks passphrase, timestamp (at most 30 seconds off) and signature: an HMAC-SHA256, base64, of timestamp,
 * method, path with query, and body. Source: Bitget v2, "Signature".
 */
export function checkBitgetSignature(
  request: WireRequest,
  { secret, password }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  if (request.headers['access-passphrase'] !== password) {
    throw new RequestRefused('wrong-passphrase');
  }
  const timestamp = request.headers['access-timestamp'] ?? '';
  const offMs = Math.abs(nowMs - Number(timestamp));
  if (timestamp === '' || !(offMs <= AGE_MAX_MS + slackMs)) {
    throw new RequestRefused('stale-timestamp');
  }
  const query = request.query === '' ? '' : `?${request.query}`;
  const payload = timestamp + request.method + request.path + query + request.body;
  const expected = createHmac('sha256', secret).update(payload).digest('base64');
  if (request.headers['access-sign'] !== expected) throw new RequestRefused('wrong-signature');
}
