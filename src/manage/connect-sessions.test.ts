import { expect, it } from 'vitest';

import { readReturnUrl } from './connect-sessions.ts';

it('a customer returns to a page of an allowed origin, also of a development server', () => {
  const origins = ['https://product.example', 'http://localhost:3000'];
  expect(readReturnUrl('https://PRODUCT.example/a', origins)).toBe('https://product.example/a');
  expect(readReturnUrl('http://localhost:3000', origins)).toBe('http://localhost:3000/');
  expect(readReturnUrl(null, origins)).toBeNull();
  for (const text of ['http://product.example/', 'http://localhost:3001/', 'product.example']) {
    expect(() => readReturnUrl(text, origins)).toThrow('TELLER_CONNECT_RETURN_ORIGINS');
  }
});
