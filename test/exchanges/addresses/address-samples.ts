/** Addresses for the tests of patterns, by the code of the chain. */
export type AddressSamples = Readonly<
  Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>
>;
