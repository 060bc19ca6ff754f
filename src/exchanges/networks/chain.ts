/** One chain in the vocabulary of networks. */
export interface Chain {
  /**
   * The network code of this chain, the same for all exchanges. A code names a chain and never a token
   * standard (`ETH` and not ERC20, `TRX` and not TRC20, `BSC` and not BEP20). It is the ticker of the chain's
   * coin if the coin belongs to only this chain (`BTC`, `SOL`, `XRP`), else the chain's common short name
   * (`ARBITRUM`, `BASE`, `POLYGON`, `AVAXC`). It contains only capital ASCII letters and digits. A published
   * code does not change.
   */
  readonly code: string;
  /** The chain's name for people, which is also an alias. */
  readonly name: string;
  /**
   * Identifiers and names that exchanges use for the chain, and token standards. Case and separators are
   * ignored. A name for different chains at different exchanges is not an alias (`ZKSYNC`, `BNB`, `MOVE`).
   */
  readonly aliases: readonly string[];
  /**
   * The form of a whole address of the chain; `null` if it is unknown. It runs in linear time: it contains no
   * lookaround, no backreference and no nested unbounded repetition. It has the same result in RE2 and in
   * JavaScript, with and without the flags `u` and `v`. A pattern does not verify the checksum.
   */
  readonly addressRegex: string | null;
  /** The specification of the address format. */
  readonly source: string;
}
