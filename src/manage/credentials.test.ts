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
