/** Addresses on which a pattern is tried, by the code of the chain. */
export type AddressSamples = Readonly<
  Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>
>;
