import { expect, it } from 'vitest';

import { findExchange } from '../exchanges/catalogue.ts';
import { readCredentialFields } from './credentials.ts';

it('white space around a copied key is no part of it', () => {
  const exchange = findExchange('binance')!;
  const copied = { apiKey: ' key of a test\n', secret: '\tsecret of a test ' };
  expect(readCredentialFields(copied, exchange, { unchecked: true })).toEqual({
    apiKey: 'key of a test',
    secret: 'secret of a test',
  });
});

it('a field of another exchange, which a template may contain, is not stored', () => {
  const exchange = findExchange('binance')!;
  const template = { apiKey: 'a', secret: 'b', password: 'c', uid: '' };
  expect(readCredentialFields(template, exchange, { unchecked: true })).toEqual({
    apiKey: 'a',
    secret: 'b',
  });
});

it('at most ten problems are listed', () => {
  const exchange = findExchange('binance')!;
  const unknown = Array.from({ length: 30 }, (_, index) => [`field-${index}`, 'value']);
  const read = (): unknown => readCredentialFields(Object.fromEntries(unknown), exchange);
  expect(read).toThrow(
    expect.objectContaining({ details: { problems: expect.objectContaining({ length: 10 }) } }),
  );
});
