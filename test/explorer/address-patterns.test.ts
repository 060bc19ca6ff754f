import { expect, it } from 'vitest';

import { createAddressCheck } from '../../explorer/src/views/send/check-address.ts';
import { CHAINS } from '../../src/exchanges/networks/chains.ts';
import { ACCOUNT_SAMPLES } from '../exchanges/addresses/account-samples.ts';
import { BITCOIN_SAMPLES } from '../exchanges/addresses/bitcoin-samples.ts';
import { OTHER_SAMPLES } from '../exchanges/addresses/other-samples.ts';
import { PAYMENT_SAMPLES } from '../exchanges/addresses/payment-samples.ts';

const SAMPLES = { ...BITCOIN_SAMPLES, ...ACCOUNT_SAMPLES, ...PAYMENT_SAMPLES, ...OTHER_SAMPLES };
const PATTERNS = [...new Set(CHAINS.map(({ addressRegex }) => addressRegex))].filter(
  (pattern) => pattern !== null,
);

it('the page accepts the pattern of every chain, and has the same results as JavaScript for every sample', () => {
  const addresses = Object.values(SAMPLES).flatMap(({ valid, invalid }) => valid.concat(invalid));
  const expressions = PATTERNS.map((pattern) => ({ pattern, expression: new RegExp(pattern) }));
  const differing = addresses.flatMap((address) => {
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
