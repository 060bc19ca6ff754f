/** What the synchronisation of wallets works with. */
import type { MasterKey } from '../domain/master-key.ts';
import type { ExchangeDirectory } from '../exchanges/exchange.ts';
import type { SyncStore } from '../store/store.ts';
import type { SyncFailure } from '../store/store.ts';
import type { WindowProgress } from './wallet-sync.ts';

/** What the worker writes to, as pino's loggers are. */
export interface SyncLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the worker works with. */
export interface SyncWorkerOptions {
  readonly store: SyncStore;
  readonly directory: ExchangeDirectory;
  readonly masterKey: MasterKey;
  readonly logger: SyncLogger;
  readonly nowMs: () => number;
  /** Takes the difference of the store's clock to `nowMs` (ms). */
  readonly correctClock?: (differenceMs: number) => void;
  /** 0 to 1, for jitter. */
  readonly random: () => number;
  /** The longest time between two refreshes of a wallet. */
  readonly intervalMs: number;
  /** Unique among the workers of the store. */
  readonly workerId: string;
  /** Ends the worker; what is under way stops at its next window. */
  readonly signal: AbortSignal;
  readonly onWindow?: (progress: WindowProgress) => void;
}

/** How the synchronisation of a wallet ended. */
export interface WalletSyncResult {
  readonly walletId: string;
  readonly exchange: string;
  readonly ok: boolean;
  /** Rows read, those that were known among them. */
  readonly transactionCount: number;
  readonly quarantinedCount: number;
  readonly failure?: SyncFailure;
}
