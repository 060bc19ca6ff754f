import { expect, it } from 'vitest';

import { hashConnectToken, readReturnUrl } from './connect-sessions.ts';

it('a customer returns to a page of an allowed origin, also of a development server', () => {
  const origins = ['https://product.example', 'http://localhost:3000'];
  expect(readReturnUrl('https://PRODUCT.example/a', origins)).toBe('https://product.example/a');
  expect(readReturnUrl('http://localhost:3000', origins)).toBe('http://localhost:3000/');
  expect(readReturnUrl(null, origins)).toBeNull();
  for (const text of ['http://product.example/', 'http://localhost:3001/', 'product.example']) {
    expect(() => readReturnUrl(text, origins)).toThrow('TELLER_CONNECT_RETURN_ORIGINS');
  }
});

// Of `printf token | sha256sum`.
it('a token is stored as its SHA-256 hash', () => {
  expect(Buffer.from(hashConnectToken('token')).toString('hex')).toBe(
    '3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0',
  );
});
