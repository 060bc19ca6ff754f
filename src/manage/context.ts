/** What the functions of this folder need from the process that calls them. */
import type { RandomBytes } from '../domain/id.ts';
import type { MasterKey } from '../domain/master-key.ts';
import type { AdminStore } from '../store/admin.ts';
import type { Actor, AuditEntry } from '../store/audit.ts';
import type { AlsoWritten, AuditedWrites, ManageStore } from '../store/manage.ts';
import type { SyncStore } from '../store/sync.ts';
import type { WebhookAdminStore, WebhookStore } from '../store/webhooks.ts';

/** The store, as the functions of this folder use it. */
export type ManagedStore = AdminStore &
  ManageStore &
  WebhookAdminStore &
  Pick<WebhookStore, 'replaceWebhookSecret'> &
  Pick<SyncStore, 'readSyncState' | 'readCredentials'>;

/** Who changes something, and with what. */
export interface ManageContext {
  readonly store: ManagedStore;
  /** Is recorded in the audit log with each change. */
  readonly actor: Actor;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  readonly randomBytes: RandomBytes;
  /** Loads the master key of the data, which another process may have replaced since the last call. */
  readonly loadMasterKey: () => Promise<MasterKey>;
  /** Returns what is written in the transaction of a change that has this result. */
  readonly alsoWrite?: (result: unknown) => AlsoWritten;
}

/** A change to record: what is done to which records. */
export type Change = Pick<AuditEntry, 'action' | 'targets' | 'detail'>;

/**
 * Returns the methods that change something and append the change to the audit log, in one transaction.
 *
 * @param result the result of the change if it succeeds, for {@link ManageContext.alsoWrite}.
 */
export function audited(
  { store, actor, now, alsoWrite }: ManageContext,
  change: Change,
  result?: unknown,
): AuditedWrites {
  return store.withAudit({ atMs: now(), actor, ...change }, alsoWrite?.(result));
}
