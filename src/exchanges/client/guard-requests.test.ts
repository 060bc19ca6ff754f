import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';

import type { CcxtExchange } from './ccxt-instance.ts';
import { guardRequests } from './guard-requests.ts';

/** Returns an instance that signs by a function. */
function guard(signRequest: () => unknown): CcxtExchange {
  const ccxt = { sign: signRequest, fetch: async () => '{}' } as unknown as CcxtExchange;
  const elapsedMs = () => 0;
  guardRequests(ccxt, { exchange: 'binance', readEndpoints: [], acquire: undefined, elapsedMs });
  return ccxt;
}

it('a private key that cannot sign is refused, and no failure of the exchange', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), p: 'q'.repeat(171) };
  const madeUp = createPrivateKey({ key, format: 'jwk' });
  const ccxt = guard(() => sign('sha256', Buffer.alloc(1), madeUp));
  expect(() => ccxt.sign()).toThrow(expect.objectContaining({ code: 'exchange_key_refused' }));
});

it('any other error of a signature is unchanged', () => {
  const ccxt = guard(() => {
    throw new TypeError('a defect');
  });
  expect(() => ccxt.sign()).toThrow(TypeError);
});
