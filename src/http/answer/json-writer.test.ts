import { expect, it } from 'vitest';

import { writeTransactionListing } from './json-writer.ts';

it('writes the same listing around text and around bytes', () => {
  const listing = { totalCount: 21, page: 0, limit: 10, json: '{"id":"é"}' };
  const body =
    '{"transactions":[{"id":"é"}],' +
    '"pagination":{"totalCount":21,"page":0,"limit":10,"pageCount":3}}';
  expect(writeTransactionListing(listing)).toBe(body);
  const bytes = writeTransactionListing({ ...listing, json: Buffer.from(listing.json) });
  expect(bytes).toEqual(Buffer.from(body));
});

it('writes an empty list if there are no transactions', () => {
  expect(writeTransactionListing({ totalCount: 0, page: 0, limit: 10, json: '' })).toBe(
    '{"transactions":[],"pagination":{"totalCount":0,"page":0,"limit":10,"pageCount":0}}',
  );
});
