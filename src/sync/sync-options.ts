/** The options and results of the synchronisation. */
import type { ExchangeCredentials, SealedCredentials } from '../domain/sealed-credentials.ts';
import type { ExchangeDirectory } from '../exchanges/exchange.ts';
import type { SyncStore } from '../store/sync.ts';
import type { SyncFailure } from '../store/records.ts';
import type { Log } from '../telemetry/log.ts';
import type { WindowProgress } from './range-reader.ts';

/** The dependencies and settings of the worker. */
export interface SyncWorkerOptions {
  readonly store: SyncStore;
  readonly directory: ExchangeDirectory;
  /** Decrypts the credentials of a wallet. @throws {SealedCredentialsError} */
  readonly openCredentials: (
    sealed: SealedCredentials,
    walletId: string,
  ) => Promise<ExchangeCredentials>;
  readonly logger: Log;
  readonly nowMs: () => number;
  /**
   * Returns the time (ms) of a monotonic clock, which does not change if {@link nowMs} is corrected; by default
   * that of the process.
   */
  readonly elapsedMs?: () => number;
  /** Is called with the store's clock minus `nowMs` (ms). */
  readonly correctClock?: (differenceMs: number) => void;
  /** 0 to 1, for jitter. */
  readonly random: () => number;
  /** Maximum time between two refreshes of a wallet. */
  readonly intervalMs: number;
  /** Unique among the workers of the store. */
  readonly workerId: string;
  /** Stops the worker; a running synchronisation stops before its next window. */
  readonly signal: AbortSignal;
  readonly onWindow?: (progress: WindowProgress) => void;
}

/** The result of the synchronisation of a wallet. */
export interface WalletSyncResult {
  readonly walletId: string;
  readonly exchange: string;
  readonly ok: boolean;
  /** Rows read, including known ones. */
  readonly transactionCount: number;
  readonly quarantinedCount: number;
  readonly failure?: SyncFailure;
}
