/** One chain in the vocabulary of networks. */
export interface Chain {
  /**
   * The network code of this chain, the same for all exchanges. A code names a chain and never a token
   * standard (`ETH` and not ERC20, `TRX` and not TRC20, `BSC` and not BEP20). It is the ticker of the
   * chain's own coin if that coin has one chain of its own (`BTC`, `SOL`, `XRP`), and the chain's common
   * short name if the coin is another chain's, shared, or was renamed (`ARBITRUM`, `BASE`, `POLYGON`,
   * `AVAXC`). Only capital ASCII letters and digits. A published code does not change.
   */
  readonly code: string;
  /** The chain's name for people; it is an alias too. */
  readonly name: string;
  /**
   * Identifiers and names that exchanges use for the chain, and token standards. Case and separators are
   * ignored. A name that means different chains at different exchanges is no alias (`ZKSYNC`, `BNB`, `MOVE`).
   */
  readonly aliases: readonly string[];
  /**
   * The form of a whole address of the chain; `null` if it is unknown. Linear time: neither lookaround nor
   * backreference nor an unbounded repetition within another. The same result in RE2 and in JavaScript with
   * and without the flags `u` and `v`. A pattern cannot check a checksum: it excludes what cannot be an
   * address.
   */
  readonly addressRegex: string | null;
  /** Where the form of an address is specified. */
  readonly source: string;
}
