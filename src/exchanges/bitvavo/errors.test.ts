import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { translateError } from './errors.ts';

const refused = (body: string) =>
  new ExchangeError(
    'exchange_key_refused',
    `bitvavo privateGetBalance: AuthenticationError: ${body}`,
  );

it("maps an error of the request's time, and no other error", () => {
  expect(translateError(refused('{"errorCode":304,"error":"not in window"}'))).toMatchObject({
    code: 'exchange_clock',
  });
  const wrongKey = refused('{"errorCode":305,"error":"No active API key found."}');
  expect(translateError(wrongKey)).toBe(wrongKey);
});
