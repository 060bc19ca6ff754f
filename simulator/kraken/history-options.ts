import type { HistoryOptions } from '../history-options.ts';

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
export interface KrakenHistoryOptions extends HistoryOptions {
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
