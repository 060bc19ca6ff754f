import { describe, expect, it } from 'vitest';

import { readResponse } from './errors.ts';

const read = (response: unknown) => readResponse('an/endpoint', () => Promise.resolve(response));

describe('readResponse', () => {
  it.each([
    { status: 'ok', data: [1] },
    { code: 200, data: [2] },
    { code: '200', data: 3 },
  ])('returns %j', async (response) => {
    expect(await read(response)).toEqual(response);
  });

  it.each([
    [500, 'exchange_unavailable'],
    [1002, 'exchange_permission_denied'],
    [1003, 'exchange_key_refused'],
    [2002, 'exchange_request_refused'],
  ])('fails if version 2 has the code %s', async (code, meaning) => {
    await expect(read({ code, message: 'no', data: null })).rejects.toMatchObject({
      code: meaning,
    });
  });
});
