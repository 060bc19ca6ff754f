import { expect, it } from 'vitest';

import { hashAccount, hashApiKey, keyIdOf, mintKey } from './api-key.ts';
import { deriveMasterKey } from './master-key.ts';

const MASTER_KEY = deriveMasterKey('11'.repeat(32));
const OTHER = deriveMasterKey('22'.repeat(32));
const CREDENTIALS = { apiKey: 'account-key', secret: 'account-secret' };

it('the identifier of a key is found only in a key of its kind', () => {
  const bytes = (count: number): Uint8Array => Buffer.alloc(count, 7);
  const api = mintKey('key', MASTER_KEY, bytes);
  const management = mintKey('mkey', MASTER_KEY, bytes);
  const prefixes = ['key', 'mkey'] as const;
  expect(prefixes.map((prefix) => keyIdOf(prefix, api.key))).toEqual([api.id, undefined]);
  expect(prefixes.map((prefix) => keyIdOf(prefix, management.key))).toEqual([
    undefined,
    management.id,
  ]);
  const others = [`${api.key}A`, api.key.slice(0, -1), ` ${api.key}`, `${api.key}\n`];
  expect(others.map((key) => keyIdOf('key', key))).toEqual(others.map(() => undefined));
});

it('the hash of a key depends on every character and on the master key', () => {
  expect(hashApiKey('key_1.a', MASTER_KEY)).not.toEqual(hashApiKey('key_1.b', MASTER_KEY));
  expect(hashApiKey('key_1.a', MASTER_KEY)).not.toEqual(hashApiKey('key_1.a', OTHER));
});

it('the hash of an account is that of its exchange and of the key or address, not of the secret', () => {
  const hash = (exchange: string, credentials: Record<string, string>): string =>
    Buffer.from(hashAccount(exchange, credentials, MASTER_KEY)).toString('hex');
  const own = hash('binance', CREDENTIALS);
  expect(hash('binance', { ...CREDENTIALS, secret: 'rotated' })).toBe(own);
  expect(hash('okx', CREDENTIALS)).not.toBe(own);
  expect(hash('binance', { ...CREDENTIALS, apiKey: 'other-key' })).not.toBe(own);
  const address = { walletAddress: '0x1', secret: 'account-secret' };
  expect(hash('hyperliquid', { ...address, secret: 'rotated' })).toBe(hash('hyperliquid', address));
  expect(hash('hyperliquid', { ...address, walletAddress: '0x2' })).not.toBe(
    hash('hyperliquid', address),
  );
  expect(hash('hyperliquid', { walletAddress: '0xAb' })).toBe(
    hash('hyperliquid', { walletAddress: '0xaB' }),
  );
  expect(hash('binance', { apiKey: 'A' })).not.toBe(hash('binance', { apiKey: 'a' }));
  expect(hash('mercado', { secret: 'a' })).not.toBe(hash('mercado', { secret: 'b' }));
});
