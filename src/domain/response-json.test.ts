import { expect, it } from 'vitest';

import { writeTransactionListing } from './response-json.ts';

it('writes the rows and the pagination', () => {
  const listing = { totalCount: 21, page: 0, limit: 10, json: '{"id":"é"}' };
  const body =
    '{"transactions":[{"id":"é"}],' +
    '"pagination":{"totalCount":21,"page":0,"limit":10,"pageCount":3}}';
  expect(writeTransactionListing(listing)).toBe(body);
});

it('writes an empty list if there are no transactions', () => {
  expect(writeTransactionListing({ totalCount: 0, page: 0, limit: 10, json: '' })).toBe(
    '{"transactions":[],"pagination":{"totalCount":0,"page":0,"limit":10,"pageCount":0}}',
  );
});
