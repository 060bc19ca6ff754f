import { expect, it } from 'vitest';

import { createAddressCheck } from '../../explorer/src/views/send/check-address.ts';
import { CHAINS } from '../../src/exchanges/networks/chains.ts';
import { ADDRESS_TEXTS } from '../exchanges/addresses/address-samples.ts';

const PATTERNS = [...new Set(CHAINS.map(({ addressRegex }) => addressRegex))].filter(
  (pattern) => pattern !== null,
);

it('the page accepts the pattern of every chain, and has the same results as JavaScript for every sample', () => {
  const expressions = PATTERNS.map((pattern) => ({ pattern, expression: new RegExp(pattern) }));
  const differing = ADDRESS_TEXTS.flatMap((address) => {
    const verdictOf = createAddressCheck(address);
    return expressions
      .filter(
        ({ pattern, expression }) =>
          verdictOf(pattern) !== (expression.test(address) ? 'matches' : 'differs'),
      )
      .map(({ pattern }) => `${pattern}: ${address}`);
  });
  expect(differing).toEqual([]);
});
