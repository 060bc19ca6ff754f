import type { Gap } from '../timeline.ts';

/** The number of records of each unusual kind in a Kraken history; they are its latest records. */
export interface KrakenTraps {
  /** Deposits with status Success and status-prop return: sent back, never credited. */
  readonly returned: number;
  /** Deposits with status Failure. */
  readonly failed: number;
  /** Deposits with status Settled and status-prop onhold: pending. */
  readonly onHold: number;
  /** Withdrawals with status Failure and status-prop canceled. */
  readonly canceled: number;
  /** Deposits with a status that no documentation lists. */
  readonly unknownStatuses: number;
  /** Deposits whose ledger row has the amount `abc`. */
  readonly malformed: number;
  /** Canceled withdrawals with two ledger rows of one refid, outgoing and returned. */
  readonly reversed: number;
}

/** The properties of the history that {@link generateKrakenHistory} returns. */
export interface KrakenHistoryOptions {
  /** The same seed and options generate the same history. */
  readonly seed: string | number;
  /** Unix milliseconds of the end of the history; records lie strictly before. */
  readonly toMs: number;
  /** Unix milliseconds of its beginning. Default: four years before the end. */
  readonly fromMs?: number;
  /** Events: deposits, withdrawals, rewards, transfers, trades. Default 300. */
  readonly count?: number;
  /** Further ones inside one day. Default 0. */
  readonly burst?: number;
  /** Events in the same millisecond as the previous event. Default 6. */
  readonly equalTimes?: number;
  /** Deposits and withdrawals that are pending at the end and settle later. Default 4. */
  readonly pending?: number;
  /**
   * Milliseconds after the end at which the first of them settles; the nth after n times that.
   * Default one hour.
   */
  readonly settleAfterMs?: number;
  /** Default: 100 days after 20 percent and 400 days after 45 percent, if the range has room. */
  readonly gaps?: readonly Gap[];
  readonly traps?: Partial<KrakenTraps>;
}

/** Default traps. */
export const DEFAULT_KRAKEN_TRAPS: KrakenTraps = {
  returned: 1,
  failed: 1,
  onHold: 1,
  canceled: 1,
  unknownStatuses: 1,
  malformed: 1,
  reversed: 0,
};
