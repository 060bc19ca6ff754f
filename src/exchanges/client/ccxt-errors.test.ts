import { expect, it } from 'vitest';

import { ExchangeError as OwnError } from '../exchange.ts';
import { toExchangeError } from './ccxt-errors.ts';

class BaseError extends Error {}
class ExchangeError extends BaseError {}
class AuthenticationError extends ExchangeError {}
class PermissionDenied extends AuthenticationError {}
class OperationFailed extends BaseError {}
class NetworkError extends OperationFailed {}
class ExchangeNotAvailable extends NetworkError {}
class OnMaintenance extends ExchangeNotAvailable {}
class InvalidNonce extends NetworkError {}
class DDoSProtection extends NetworkError {}
class RateLimitExceeded extends NetworkError {}
class BadRequest extends ExchangeError {}

const request = (status?: number) => ({
  exchange: 'binance',
  endpoint: 'sapiGetFiatOrders',
  status,
  retryAfterMs: undefined,
  errorCodes: { 'EAPI:Invalid signature': 'exchange_key_refused' } as const,
  secrets: ['my-api-key', 'my-secret'],
});

it.each([
  [new AuthenticationError('x'), 401, 'exchange_key_refused'],
  [
    new ExchangeError('btcmarkets {"code":"InvalidAPIKey","message":"x"}'),
    401,
    'exchange_key_refused',
  ],
  [new ExchangeError('btcmarkets {"code":"InvalidAuthTimestamp"}'), 401, 'exchange_clock'],
  [new ExchangeError('upbit {"error":{"name":"nonce_used","message":"x"}}'), 401, 'exchange_clock'],
  [new PermissionDenied('x'), 401, 'exchange_permission_denied'],
  // A class that names the error knows more than the status: KuCoin's "The interface has been deprecated".
  [new BadRequest('kucoin {"code":"401000"}'), 401, 'exchange_request_refused'],
  [new ExchangeError('kraken {"error":["EAPI:Invalid signature"]}'), 200, 'exchange_key_refused'],
  [new AuthenticationError('x'), 404, 'exchange_request_refused'],
  [new AuthenticationError('x'), 407, 'exchange_unavailable'],
  [new AuthenticationError('x'), 511, 'exchange_unavailable'],
  [new PermissionDenied('x'), 200, 'exchange_permission_denied'],
  [new DDoSProtection('x'), 200, 'exchange_rate_limited'],
  [new BadRequest('x'), 429, 'exchange_rate_limited'],
  [new BadRequest('x'), 418, 'exchange_rate_limited'],
  [new BadRequest('x'), 400, 'exchange_request_refused'],
  [new BadRequest('x'), 500, 'exchange_request_refused'],
  [new ExchangeError('x'), 502, 'exchange_unavailable'],
  [new ExchangeError('x'), 200, 'exchange_request_refused'],
  [new NetworkError('x'), undefined, 'exchange_unavailable'],
  [new NetworkError('x'), 404, 'exchange_unavailable'],
  [new BadRequest('x'), 451, 'exchange_request_refused'],
  [new ExchangeNotAvailable('x'), 503, 'exchange_unavailable'],
  // The request is wrong, or the endpoint does not exist, no longer, or not for this method.
  [new ExchangeNotAvailable('x'), 400, 'exchange_request_refused'],
  [new ExchangeNotAvailable('x'), 404, 'exchange_request_refused'],
  [new ExchangeNotAvailable('x'), 405, 'exchange_request_refused'],
  [new ExchangeNotAvailable('x'), 410, 'exchange_request_refused'],
  [new OnMaintenance('bitget {"code":"40200"}'), 400, 'exchange_unavailable'],
  [new OnMaintenance('x'), 503, 'exchange_unavailable'],
  [new ExchangeNotAvailable('x'), 403, 'exchange_unavailable'],
  [new ExchangeNotAvailable('x'), 451, 'exchange_permission_denied'],
  [new InvalidNonce('kraken {"error":["EAPI:Invalid nonce"]}'), 200, 'exchange_clock'],
  [new InvalidNonce('x'), 200, 'exchange_clock'],
  [new AuthenticationError('coinbase: request timestamp expired'), 401, 'exchange_clock'],
  [new PermissionDenied('okx: Invalid OK_ACCESS_TIMESTAMP'), 401, 'exchange_clock'],
  [new BadRequest('woofipro: Timestamp expired'), 400, 'exchange_clock'],
  [new DDoSProtection('too many requests, the request expired'), 200, 'exchange_rate_limited'],
  [new RateLimitExceeded('the request expired'), 200, 'exchange_rate_limited'],
  [new TypeError('x'), 200, 'exchange_unavailable'],
  ['thrown text', undefined, 'exchange_unavailable'],
])('maps %s with status %s to %s', (error, status, code) => {
  expect(toExchangeError(error, request(status)).code).toBe(code);
});

it('keeps an error of this program', () => {
  const error = new OwnError('exchange_request_refused', 'not a read endpoint: GET x/y');
  expect(toExchangeError(error, request())).toBe(error);
});

it('removes secrets, addresses and signatures from the message', () => {
  const message =
    'binance GET https://api.binance.com/sapi/v1/fiat/orders?timestamp=1&signature=abcdef my-api-key my-secret ' +
    'http://127.0.0.1:1/https%3A%2F%2Fapi.binance.com%2F%3Fsignature%3Dffff "signature": "0123"\n\u0000' +
    'HTTPS://API.BINANCE.COM/?CODE=4567 https%3A%2F%2Fapi.binance.com%2F8901';
  const reported = toExchangeError(new NetworkError(message), request()).message;
  expect(reported).not.toMatch(
    /abcdef|my-api-key|my-secret|ffff|0123|4567|8901|127\.0\.0\.1|\n|\0/,
  );
  expect(reported).toContain('binance sapiGetFiatOrders: ');
  const refused = toExchangeError(new BadRequest('x'), request(400)).message;
  expect(refused).toBe('binance sapiGetFiatOrders (HTTP 400): Error: x');
});

it.each([
  'sign=abc1',
  'sig: abc1',
  `'apiKey' : "abc1"`,
  'api_key=abc1',
  'API-Key: abc1',
  'API-Sign: abc1',
  'X-MBX-APIKEY: abc1',
  'SIGNATURE=abc1',
])('removes the value of a key or a signature in any form: %s', (text) => {
  const { message } = toExchangeError(new NetworkError(`refused ${text} here`), request());
  expect(message).toMatch(/refused .*\[redacted\]"? here$/);
  expect(message).not.toContain('abc1');
});

it('does not remove values that are too short for a secret', () => {
  const error = new BadRequest('code 1: balance is low');
  const { message } = toExchangeError(error, { ...request(400), secrets: ['', '1', 'low'] });
  expect(message).toContain('code 1: balance is low');
});

it('limits the length of the message', () => {
  expect(
    toExchangeError(new NetworkError('x'.repeat(100_000)), request()).message.length,
  ).toBeLessThan(500);
});

it.each(['my-secret', 'k3y+/=&"\\?x>~>', 'a(b*c', 'q'.repeat(65)])(
  'removes a secret in any encoding from the message: %s',
  (secret) => {
    const bytes = Buffer.from(secret);
    const forms = [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      ...['', 'a', 'ab', 'abc'].flatMap((before) => {
        const joined = Buffer.from(`${before}${secret}`);
        const text = joined.toString('base64');
        return [text, joined.toString('base64url'), encodeURIComponent(text)];
      }),
    ];
    for (const form of forms) {
      const twice = new BadRequest(`${form} ${form}`);
      const without = toExchangeError(twice, { ...request(400), secrets: [secret] }).message;
      expect(without).not.toContain(form);
      const error = new BadRequest(`refused <${form}>`);
      const { message } = toExchangeError(error, { ...request(400), secrets: [secret] });
      expect(message).toMatch(
        /refused <[\w%+/-]{0,4}\[redacted\][^ ]{0,7}>$|refused <"\[redacted\]">$/,
      );
    }
  },
);
