/** The records of the management API. Times are ISO 8601 in UTC. */
import type { AssetBalance, SyncState, Transaction } from './schemas.ts';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface Project extends Organization {
  readonly orgId: string;
}

export interface ApiKey {
  readonly id: string;
  readonly projectId: string;
  /** The only wallet that the key reads; `null` for all of the project. */
  readonly walletId: string | null;
  readonly label: string | null;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A wallet with the state of its synchronisation. */
export interface ManagedWallet {
  readonly id: string;
  readonly projectId: string;
  readonly exchange: string;
  readonly label: string | null;
  /** Your own identifier of the wallet. */
  readonly externalId: string | null;
  readonly importsOnly: boolean;
  readonly createdAt: string;
  readonly state: SyncState;
  readonly paused: boolean;
  readonly lastSyncAt: string | null;
  readonly nextSyncAt: string | null;
  readonly historyComplete: boolean;
  readonly lastError: {
    readonly code: string;
    readonly message: string;
    readonly at: string;
  } | null;
  readonly transactionCount: number;
  readonly quarantinedCount: number;
  readonly sources: readonly { readonly source: string; readonly completeSince: string }[];
}

/** Values by the name of their field; `exchanges.list` has the fields of each exchange. */
export type Credentials = Readonly<Record<string, string>>;

export interface NewWallet {
  readonly exchange: string;
  readonly credentials: Credentials;
  readonly label?: string | undefined;
  readonly externalId?: string | undefined;
  /** `later` stores the key without asking the exchange. */
  readonly check?: 'now' | 'later' | undefined;
}

export interface WalletFilters {
  readonly state?: SyncState | undefined;
  readonly exchange?: string | undefined;
  readonly externalId?: string | undefined;
}

export interface Webhook {
  readonly id: string;
  readonly projectId: string;
  readonly url: string;
  readonly events: readonly string[];
  /** `null`: all wallets of the project. */
  readonly walletIds: readonly string[] | null;
  readonly createdAt: string;
  readonly state: 'active' | 'failing' | 'disabled';
  readonly pendingCount: number;
}

export interface NewConnectSession {
  readonly exchange?: string | undefined;
  readonly externalId?: string | undefined;
  readonly label?: string | undefined;
  /** The wallet whose key the customer replaces. */
  readonly walletId?: string | undefined;
  readonly returnUrl?: string | undefined;
  readonly expiresInSeconds?: number | undefined;
}

export interface ConnectSession {
  readonly id: string;
  readonly projectId: string;
  readonly state: 'open' | 'connected' | 'expired' | 'canceled';
  readonly exchange: string | null;
  readonly externalId: string | null;
  readonly label: string | null;
  /** The wallet to reconnect, or the connected one. */
  readonly walletId: string | null;
  readonly returnUrl: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** An exchange, and what a form for its keys needs. */
export interface Exchange {
  readonly id: string;
  readonly name: string;
  readonly certified: boolean;
  readonly credentials: readonly {
    readonly name: string;
    readonly label: string;
    readonly secret: boolean;
  }[];
  readonly guide: { readonly url: string; readonly steps: readonly string[] };
  readonly history: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly action: string;
  readonly targets: Readonly<Record<string, string>>;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** Amounts are text with every digit. */
export type ProjectTransaction = Transaction;

/** Amounts are text with every digit. */
export interface ProjectBalance extends AssetBalance {
  readonly walletId: string;
  readonly lastSyncAt: string | null;
}
