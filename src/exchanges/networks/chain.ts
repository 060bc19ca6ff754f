/** One chain in the vocabulary of networks. */
export interface Chain {
  /**
   * The network code that wallet-teller tells for this chain, whatever the exchange. The rule:
   * a code names a chain and never a token standard (`ETH` and not ERC20, `TRX` and not TRC20,
   * `BSC` and not BEP20). It is the ticker of the chain's own coin where that coin has one chain
   * of its own (`BTC`, `SOL`, `XRP`), and the chain's common short name where the coin is
   * another chain's, shared, or was renamed (`ARBITRUM`, `BASE`, `POLYGON`, `AVAXC`). Capital
   * ASCII letters and digits alone. A code that was told once does not change.
   */
  readonly code: string;
  /** The chain's name as a person reads it; it counts as an alias. */
  readonly name: string;
  /**
   * What exchanges call the chain: their identifiers and names, token standards. Read without
   * regard to case and to separators. A name that means different chains at different exchanges
   * is nobody's alias (`ZKSYNC`, `BNB`, `MOVE`).
   */
  readonly aliases: readonly string[];
  /**
   * What an address of the chain looks like, whole, or `null` where that is not known. Linear
   * time: neither lookaround nor backreference nor an unbounded repetition within another. The
   * same verdict in RE2 and in JavaScript with and without the flags `u` and `v`. A checksum is
   * beyond a pattern: it tells what cannot be an address, not what is one.
   */
  readonly addressRegex: string | null;
  /** Where the form of an address is specified. */
  readonly source: string;
}
