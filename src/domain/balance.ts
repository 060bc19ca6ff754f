import type { Decimal } from './decimal.ts';

/** One network on which one asset can be withdrawn. Limits and pattern belong to the pair. */
export interface Network {
  /** The exchange's own identifier of the network. */
  readonly id: string;
  /** Network code: the same for one chain at every exchange, if the chain is known. */
  readonly code: string;
  readonly name: string;
  readonly displayName: string;
  /** Text as the exchange wrote it (`1e-8` stays `1e-8`). */
  readonly minWithdrawal: string | null;
  /** Text as the exchange wrote it. */
  readonly maxWithdrawal: string | null;
  /** Symbol of the asset that this entry belongs to. */
  readonly assetName: string;
  /** Regular expression that a destination address must match. */
  readonly addressRegex: string | null;
}

/** The withdrawable amount of one asset, and its open withdrawal networks. */
export interface AssetBalance {
  readonly asset: string;
  /** Withdrawable amount in units of the asset. */
  readonly amount: Decimal;
  /** Networks open for withdrawal now; empty for fiat. */
  readonly networks: readonly Network[];
  /**
   * True if the exchange does not report all networks of the asset to this key. A short or empty list
   * then does not mean that the asset cannot be withdrawn.
   */
  readonly networksUnknown?: true;
}
