import { expect, it } from 'vitest';

import { EXCHANGE_CATALOGUE } from '../catalogue.ts';
import type { CcxtExchange } from './ccxt-client.ts';
import { createCcxtInstance } from './ccxt-instance.ts';

it.each(EXCHANGE_CATALOGUE.map(({ name }) => name))(
  'two instances of %s share only frozen objects',
  async (exchange) => {
    const [one, other] = await createTwo(exchange);
    const objectsOfOne = listObjects(one);
    const shared = [...listObjects(other)].filter((object) => objectsOfOne.has(object));
    expect(shared).not.toEqual([]);
    expect(shared.filter((object) => !Object.isFrozen(object))).toEqual([]);
  },
);

it('runs the constructor of a class once', async () => {
  const [one, other] = await createTwo('binance');
  expect(Object.getPrototypeOf(one)).toBe(Object.getPrototypeOf(other));
});

it('sends requests with the key of the instance, under both names of an endpoint', async () => {
  const instances = await createTwo('binance');
  const keys: unknown[] = [];
  for (const instance of instances) {
    instance.fetch = async (_url, _method, headers) => {
      keys.push((headers as Record<string, unknown>)['X-MBX-APIKEY']);
      return Promise.resolve({});
    };
  }
  for (const instance of instances) {
    await instance['privateGetAccount']?.();
    await instance['private_get_account']?.();
  }
  expect(keys).toEqual(['one', 'one', 'other', 'other']);
});

it('does not share data of an account with another instance', async () => {
  const [one, other] = await createTwo('binance');
  one.options['timeDifference'] = 5000;
  expect(other.options['timeDifference']).toBe(0);
});

type Instance = CcxtExchange & Record<string, (() => Promise<unknown>) | undefined>;

async function createTwo(exchange: string): Promise<[Instance, Instance]> {
  const create = async (apiKey: string): Promise<Instance> =>
    createCcxtInstance(exchange, { apiKey, secret: 'secret' });
  return [await create('one'), await create('other')];
}

/** Returns every object that can be reached from the properties of an instance, including inherited ones. */
function listObjects(instance: object): Set<object> {
  const found = new Set<object>();
  const add = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.has(value)) return;
    found.add(value);
    Object.values(value).forEach(add);
  };
  for (const name in instance) add((instance as Record<string, unknown>)[name]);
  return found;
}
