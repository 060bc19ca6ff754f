import { expect, it } from 'vitest';

import { requireReadEndpoint } from './read-only.ts';

const allowed = new Set([
  'GET api.binance.com/api/v3/time',
  'POST api.kraken.com/0/private/Ledgers',
  'GET api.coinbase.com/v2/accounts/*/transactions',
]);

it('accepts known read endpoints with any query', () => {
  const check = (method: string, address: string) => () =>
    requireReadEndpoint(allowed, method, address);
  expect(check('GET', 'https://api.binance.com/api/v3/time?a=1')).not.toThrow();
  expect(check('POST', 'https://api.kraken.com/0/private/Ledgers')).not.toThrow();
  expect(
    check('GET', 'https://api.coinbase.com/v2/accounts/a1-b2/transactions?limit=1'),
  ).not.toThrow();
  expect(
    check('GET', 'https://api.coinbase.com/v2/accounts/USDT%20(Kaia)/transactions'),
  ).not.toThrow();
});

it.each([
  ['POST', 'https://api.binance.com/api/v3/time'],
  ['GET', 'https://api.binance.com/api/v3/order'],
  ['GET', 'https://evil.example/api/v3/time'],
  ['GET', 'http://api.binance.com/api/v3/time'],
  ['GET', 'https://api.binance.com@evil.example/api/v3/time'],
  ['GET', 'https://api.binance.com/api/v3/time/../order'],
  ['POST', 'https://api.kraken.com/0/private/Withdraw'],
  ['POST', 'https://api.coinbase.com/v2/accounts/a1/transactions'],
  ['GET', 'https://api.coinbase.com/v2/accounts/a1'],
  ['GET', 'https://api.coinbase.com/v2/accounts//transactions'],
  ['GET', 'https://api.coinbase.com/v2/accounts/a%2Fb/transactions'],
  ['GET', 'https://api.coinbase.com/v2/accounts/a/b/transactions'],
  ['GET', 'https://api.coinbase.com/v2/accounts/a1/transactions/b2'],
  ['GET', 'https://api.coinbase.com/v2/accounts/a%252Fb/transactions'],
  ['GET', 'https://api.coinbase.com/v2/accounts/a%3Fb/transactions'],
  ['GET', 'https://api.coinbase.com/v2/accounts/%2E%2E/transactions'],
  ['GET', 'https://api.coinbase.com/v2/accounts/%FF/transactions'],
  ['GET', 'https://api.coinbase.com/v2/accounts/a%0Ab/transactions'],
  ['GET', `https://api.coinbase.com/v2/accounts/${'a'.repeat(65)}/transactions`],
  ['GET', 'https://api.binance.com:8443/api/v3/time'],
  ['GET', 'https://evil.example/v2/accounts/a1/transactions'],
])('refuses %s %s', (method, address) => {
  expect(() => requireReadEndpoint(allowed, method, address)).toThrow(/not a read endpoint/);
});

it('distinguishes reads from writes by a form field if one path serves both', () => {
  const forms = new Set(['POST indodax.com/tapi?method=getInfo']);
  const send =
    (body?: string, query = '') =>
    () =>
      requireReadEndpoint(forms, 'POST', `https://indodax.com/tapi${query}`, body);
  expect(send('method=getInfo&timestamp=1')).not.toThrow();
  const refused = [
    send('method=withdrawCoin'),
    send('method=getInfo&method=withdrawCoin'),
    send('method=getInfo', '?method=withdrawCoin'),
    send(''),
    send(),
    () => requireReadEndpoint(forms, 'POST', 'https://indodax.com/other', 'method=getInfo'),
  ];
  for (const each of refused) expect(each).toThrow(/not a read endpoint/);
});
