import { expect, it } from 'vitest';

import { ExchangeCall } from './exchange-call.ts';

it('has the status and the requested wait of its last response only', () => {
  const call = new ExchangeCall('fetchBalance');
  call.observe(429, new Headers({ 'retry-after': '60' }));
  expect(call).toMatchObject({ status: 429, retryAfterMs: 60_000 });
  call.observe(500, new Headers());
  expect(call).toMatchObject({ status: 500, retryAfterMs: undefined });
});
