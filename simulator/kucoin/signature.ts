import { createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const AGE_MAX_MS = 5_000;

/** The API key of a request; empty if it has none. */
export function readKucoinKey(request: WireRequest): string {
  return request.headers['kc-api-key'] ?? '';
}

/**
 * Checks passphrase, timestamp (at most 5 seconds off) and signature: both are an HMAC-SHA256, base64, the
 * latter of timestamp, method, path with query, and body. Source: KuCoin, "Authentication".
 */
export function checkKucoinSignature(
  request: WireRequest,
  { secret, password }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64');
  const timestamp = request.headers['kc-api-timestamp'] ?? '';
  const offMs = Math.abs(nowMs - Number(timestamp));
  if (timestamp === '' || !(offMs <= AGE_MAX_MS + slackMs)) {
    throw new RequestRefused('stale-timestamp');
  }
  if (request.headers['kc-api-passphrase'] !== sign(password ?? '')) {
    throw new RequestRefused('wrong-passphrase');
  }
  const query = request.query === '' ? '' : `?${request.query}`;
  const payload = timestamp + request.method + request.path + query + request.body;
  if (request.headers['kc-api-sign'] !== sign(payload)) {
    throw new RequestRefused('wrong-signature');
  }
}
