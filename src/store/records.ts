/** Records that several interfaces of the store share. */
import type { SealedCredentials } from '../domain/sealed-credentials.ts';

/** A stored organization. */
export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
}

/** A stored project. */
export interface ProjectRecord extends OrganizationRecord {
  readonly orgId: string;
}

/** A stored API key. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  /** The only wallet that the key reads, also after it was removed; `null` for all of the project. */
  readonly walletId: string | null;
  readonly label: string | null;
  readonly hash: Uint8Array;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
}

/** A wallet held at an exchange, or at any other place if it only takes imports. */
export interface WalletRecord {
  readonly id: string;
  readonly projectId: string;
  /** ccxt's id of the exchange, for example `binance`; any name if the wallet only takes imports. */
  readonly exchange: string;
  /** True for a wallet without credentials, which is never synchronised. */
  readonly importsOnly: boolean;
  readonly label: string | null;
  /** The identifier of the wallet in the operator's own system, unique in the project. */
  readonly externalId: string | null;
  readonly createdAtMs: number;
}

/** The last failure, for `teller wallet show`. */
export interface SyncFailure {
  readonly code: string;
  /** What happened and what to do; no secret. */
  readonly message: string;
  readonly atMs: number;
}

/** The state of the synchronisation of a wallet. */
export interface WalletSyncState {
  readonly state: SyncStateName;
  /** The start of the last refresh that succeeded completely; `null` before the first. */
  readonly lastSyncAtMs: number | null;
  /** True once every source was read back to the exchange's beginning, and if the wallet only takes imports. */
  readonly historyComplete: boolean;
  /** When the wallet is due; `null` while it is stopped (see `failure`) or paused, and if it only takes imports. */
  readonly nextRunAtMs: number | null;
  readonly failure: SyncFailure | null;
  /** Consecutive failed refreshes. */
  readonly failureCount: number;
  /** True if the wallet has imported transactions. */
  readonly hasImports: boolean;
  /** True if the operator has paused the wallet: it is not due. */
  readonly paused: boolean;
}

/** The sealed credentials of a wallet. */
export interface StoredCredentials extends SealedCredentials {
  /** True if the first synchronisation checks what the key may do; by default false. */
  readonly rightsUnchecked?: boolean;
}

/** The account of a wallet at its exchange. */
export interface WalletAccount {
  /** A keyed hash. */
  readonly hash: Uint8Array;
  /** True if the account is refused if another wallet of the project has it. */
  readonly isUnique: boolean;
}

/** The states of a synchronisation, and their meaning. */
export const SYNC_STATES = {
  new: 'nothing was read yet',
  synced: 'history and balances are complete and kept up to date',
  backfilling: 'recent history and balances are complete, older history is still being read',
  failing:
    'the last synchronisation failed, and a running worker retries it; data of an earlier one is served',
  stopped:
    'the last synchronisation failed and the operator has to act; data of an earlier one is served',
  paused: 'the operator has paused the wallet; data of an earlier synchronisation is served',
  imported:
    'the wallet has imported transactions only: it was not synchronised yet, or only takes imports',
} as const;

/** The name of a state of a wallet. */
export type SyncStateName = keyof typeof SYNC_STATES;

/** When something is claimed, and until when (Unix ms). */
export interface ClaimTimes {
  readonly nowMs: number;
  readonly untilMs: number;
}

/** A half-open range of time. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A time range of a source that was read in full, and when it was read. For a range that was read in parts,
 * it is the time of the earliest reading, so that the range never covers rows that arrived later.
 */
export interface ReadRange extends TimeRange {
  readonly source: string;
  readonly readAtMs: number;
}

/** A range that counts as read. */
export interface CoverageRange extends ReadRange {
  /** When a caller requested that the range is read again; null: no request. */
  readonly rereadRequestedAtMs: number | null;
}

/** A row of the exchange that could not be mapped, in its raw form. */
export interface QuarantinedRow {
  /** Identifies the row within the wallet, so that a re-read replaces it. */
  readonly key: string;
  readonly source: string;
  /** The row as JSON text, at most 64 KiB of it. */
  readonly raw: string;
  readonly reason: string;
  /** The range that is re-read for this row; if missing or null, the window that was read. */
  readonly window?: TimeRange | null;
}

/** A row that is not final and is rechecked at `dueAtMs`. */
export interface Recheck {
  readonly transactionId: string;
  readonly source: string;
  /** The transaction's timestamp: the place of the row in the source's history. */
  readonly timestampMs: number;
  readonly dueAtMs: number;
}

/** The source of quarantined balances and networks. */
export const BALANCE_SOURCE = 'balances';

/** A place in a list that is sorted by time and id: the last record that was returned. */
export interface ListPlace {
  /** Unix time in milliseconds. */
  readonly atMs: number;
  readonly id: string;
}

/** A part of a list. */
export interface ListRange {
  /** The list starts after this place; if missing, at its beginning. */
  readonly after?: ListPlace;
  /** Maximum records; ask for one more than is shown to know whether there is a next page. */
  readonly limit: number;
}
