import { RE2JS } from 're2js';
import { expect, it } from 'vitest';

import { createAddressCheck } from '../../explorer/src/address-pattern/check-address.ts';
import { CHAINS } from '../../src/exchanges/networks/chains.ts';
import { ACCOUNT_SAMPLES } from '../exchanges/addresses/account-samples.ts';
import { BITCOIN_SAMPLES } from '../exchanges/addresses/bitcoin-samples.ts';
import { OTHER_SAMPLES } from '../exchanges/addresses/other-samples.ts';
import { PAYMENT_SAMPLES } from '../exchanges/addresses/payment-samples.ts';

const SAMPLES = { ...BITCOIN_SAMPLES, ...ACCOUNT_SAMPLES, ...PAYMENT_SAMPLES, ...OTHER_SAMPLES };
const PATTERNS = [...new Set(CHAINS.map(({ addressRegex }) => addressRegex))].filter(
  (pattern) => pattern !== null,
);

it('the page accepts the pattern of every chain, and has the same results as RE2 for every sample', () => {
  const addresses = Object.values(SAMPLES).flatMap(({ valid, invalid }) => valid.concat(invalid));
  const compiled = PATTERNS.map((pattern) => ({ pattern, re2: RE2JS.compile(pattern) }));
  const differing = addresses.flatMap((address) => {
    const verdictOf = createAddressCheck(address);
    return compiled
      .filter(
        ({ pattern, re2 }) => verdictOf(pattern) !== (re2.matches(address) ? 'matches' : 'differs'),
      )
      .map(({ pattern }) => `${pattern}: ${address}`);
  });
  expect(differing).toEqual([]);
});
