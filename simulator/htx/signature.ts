import { createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const AGE_MAX_MS = 5 * 60_000;

/** The API key of a request; empty if it has none. */
export function readHtxKey(request: WireRequest): string {
  return new URLSearchParams(request.query).get('AccessKeyId') ?? '';
}

/**
 * Checks timestamp (UTC text, at most five minutes off) and signature: an HMAC-SHA256, base64, of method,
 * host, path and the sorted parameters, a line each. Source: HTX Spot API, "Authentication".
 */
export function checkHtxSignature(
  request: WireRequest,
  { secret }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  const params = new URLSearchParams(request.query);
  const offMs = Math.abs(nowMs - Date.parse(`${params.get('Timestamp') ?? ''}Z`));
  if (!(offMs <= AGE_MAX_MS + slackMs)) throw new RequestRefused('stale-timestamp');
  const signed = request.query
    .split('&')
    .filter((part) => !part.startsWith('Signature='))
    .sort((left, right) => (left < right ? -1 : 1))
    .join('&');
  const payload = [request.method, request.host, request.path, signed].join('\n');
  const expected = createHmac('sha256', secret).update(payload).digest('base64');
  const named =
    params.get('SignatureMethod') === 'HmacSHA256' && params.get('SignatureVersion') === '2';
  if (!named || params.get('Signature') !== expected) throw new RequestRefused('wrong-signature');
}
