import { describe, expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { readData } from './answer.ts';

const read = (answer: unknown) => readData('an/endpoint', () => Promise.resolve(answer));

describe('readData', () => {
  it('tells the data of either version', async () => {
    expect(await read({ status: 'ok', data: [1] })).toEqual([1]);
    expect(await read({ code: 200, data: [2] })).toEqual([2]);
    expect(await read({ code: '200', data: 3 })).toBe(3);
  });

  it.each([
    [500, 'exchange_unavailable'],
    [1002, 'exchange_permission_denied'],
    [1003, 'exchange_key_refused'],
    [2002, 'exchange_request_refused'],
  ])('fails where version 2 says %s', async (code, meaning) => {
    await expect(read({ code, message: 'no', data: null })).rejects.toMatchObject({
      code: meaning,
    });
  });

  it('takes a refused time for a failure that passes, and a refused key for none', async () => {
    const fail = (message: string) =>
      readData('an/endpoint', () =>
        Promise.reject(new ExchangeError('exchange_key_refused', message)),
      );
    await expect(fail('Signature not valid: Invalid timestamp')).rejects.toMatchObject({
      code: 'exchange_unavailable',
    });
    await expect(fail('Incorrect Access key')).rejects.toMatchObject({
      code: 'exchange_key_refused',
    });
  });
});
