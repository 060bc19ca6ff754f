import { expect, it, vi } from 'vitest';

import { parseTransactionQuery } from './query.ts';

it('parses 64 parameters of a query, and counts the others', () => {
  const query = Array.from({ length: 1000 }, () => 'limit=1').join('&');
  expect(() => parseTransactionQuery(query)).toThrow(/^limit: .*; and 936 more parameters$/);
});

it('compares only the unknown names that it lists with the known ones', () => {
  const names = Array.from({ length: 64 }, (_each, at) => `${at}`.padEnd(60, 'x'));
  // The comparison ignores case.
  const compare = vi.spyOn(String.prototype, 'toLowerCase');
  try {
    expect(() => parseTransactionQuery(names.map((name) => `${name}=1`).join('&'))).toThrow(
      expect.objectContaining({ code: 'unknown_parameter' }),
    );
    const compared = compare.mock.contexts.filter((text) => String(text).includes('xxxx'));
    expect(compared).toHaveLength(20);
  } finally {
    compare.mockRestore();
  }
});
