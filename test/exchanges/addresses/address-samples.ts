/** Addresses for the tests of patterns, by the code of the chain. */
import { ACCOUNT_SAMPLES } from './account-samples.ts';
import { BITCOIN_SAMPLES } from './bitcoin-samples.ts';
import { OTHER_SAMPLES } from './other-samples.ts';
import { PAYMENT_SAMPLES } from './payment-samples.ts';

type Samples = Readonly<Record<string, readonly string[]>>;

/** Addresses of each chain in all its forms. */
export const VALID_ADDRESSES: Samples = {
  ...BITCOIN_SAMPLES.valid,
  ...ACCOUNT_SAMPLES.valid,
  ...PAYMENT_SAMPLES.valid,
  ...OTHER_SAMPLES.valid,
};
/** Texts that are not addresses of the chain. */
export const INVALID_ADDRESSES: Samples = {
  ...BITCOIN_SAMPLES.invalid,
  ...ACCOUNT_SAMPLES.invalid,
  ...PAYMENT_SAMPLES.invalid,
  ...OTHER_SAMPLES.invalid,
};
/** All of them. */
export const ADDRESS_TEXTS: readonly string[] = [VALID_ADDRESSES, INVALID_ADDRESSES].flatMap(
  (samples) => Object.values(samples).flat(),
);
