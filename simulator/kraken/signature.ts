import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WireRequest } from '../exchange.ts';
import { KrakenError } from './errors.ts';

/**
 * Checks API-Sign: HMAC-SHA512, keyed with the decoded secret, of the path and the SHA-256 of nonce
 * and body. Throws EAPI:Invalid signature.
 * Source: Kraken REST API, "Authentication".
 */
export function checkSignature(request: WireRequest, nonce: string, secret: string): void {
  const digest = createHash('sha256')
    .update(nonce + request.body)
    .digest();
  const expected = createHmac('sha512', Buffer.from(secret, 'base64'))
    .update(request.path)
    .update(digest)
    .digest();
  const given = Buffer.from(request.headers['api-sign'] ?? '', 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new KrakenError('EAPI:Invalid signature');
  }
}
