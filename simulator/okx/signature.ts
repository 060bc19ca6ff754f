import { createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const AGE_MAX_MS = 30_000;

/** The API key of a request; empty if it has none. */
export function readOkxKey(request: WireRequest): string {
  return request.headers['ok-access-key'] ?? '';
}

/**
 * Checks passphrase, timestamp and signature: an HMAC-SHA256, base64, of timestamp, method, path with query,
 * and body. Refuses requests that are older than 30 seconds. Source: OKX v5, "REST Authentication".
 */
export function checkOkxSignature(
  request: WireRequest,
  { secret, password }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  if (request.headers['ok-access-passphrase'] !== password) {
    throw new RequestRefused('wrong-passphrase');
  }
  const timestamp = request.headers['ok-access-timestamp'] ?? '';
  const offMs = Math.abs(nowMs - Date.parse(timestamp));
  if (!(offMs <= AGE_MAX_MS + slackMs)) throw new RequestRefused('stale-timestamp');
  const query = request.query === '' ? '' : `?${request.query}`;
  const payload = timestamp + request.method + request.path + query + request.body;
  const expected = createHmac('sha256', secret).update(payload).digest('base64');
  if (request.headers['ok-access-sign'] !== expected) throw new RequestRefused('wrong-signature');
}
