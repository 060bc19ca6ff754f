import { expect, it } from 'vitest';

import { type CcxtExchange, createCcxtInstance, loadCcxtClass } from './ccxt-instance.ts';

it('sends requests with the key of the instance, under both names of an endpoint', async () => {
  const keys: unknown[] = [];
  for (const instance of [await create('one'), await create('other')]) {
    instance.fetch = async (_url, _method, headers) => {
      keys.push((headers as Record<string, unknown>)['X-MBX-APIKEY']);
      return Promise.resolve({});
    };
    await instance['privateGetAccount']?.();
    await instance['private_get_account']?.();
  }
  expect(keys).toEqual(['one', 'one', 'other', 'other']);
});

it('sends requests at once, because the rate budget has decided when', async () => {
  const instance = await create('one');
  let waits = 0;
  Object.assign(instance, {
    fetch: async () => Promise.resolve({}),
    throttle: async () => Promise.resolve(void (waits += 1)),
  });
  await instance['privateGetAccount']?.();
  await instance['privateGetAccount']?.();
  expect(waits).toBe(0);
});

it('does not share data of an account with another instance', async () => {
  const [one, other] = [await create('one'), await create('other')];
  one.options['timeDifference'] = 5000;
  expect(other.options['timeDifference']).toBe(0);
});

it('has the time of the exchange in every unit, because classes sign by different ones', async () => {
  const instance = await create('one');
  expect(instance.milliseconds()).toBe(1_700_000_000_999);
  expect(instance.seconds()).toBe(1_700_000_000);
  expect(instance.microseconds()).toBe(1_700_000_000_999_000);
});

type Instance = CcxtExchange & Record<string, (() => Promise<unknown>) | undefined>;

async function create(apiKey: string): Promise<Instance> {
  return createCcxtInstance(await loadCcxtClass('binance'), {
    credentials: { apiKey, secret: 'secret' },
    proxyUrl: undefined,
    timeoutMs: 1000,
    nowMs: () => 1_700_000_000_999,
    fetch: () => Promise.reject(new Error('not used')),
  }) as Instance;
}
