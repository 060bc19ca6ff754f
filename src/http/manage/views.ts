/** The records of the management API as JSON. */
import { nameKeyState } from '../../manage/api-keys.ts';
import { nameWebhookState } from '../../manage/webhooks.ts';
import type { ImportRecord } from '../../store/import.ts';
import type { AuditRecord } from '../../store/audit.ts';
import type { ConnectSessionRecord, ManagedWallet } from '../../store/manage.ts';
import type {
  ApiKeyRecord,
  OrganizationRecord,
  ProjectRecord,
  WalletRecord,
} from '../../store/records.ts';
import type { WebhookStatus } from '../../store/webhooks.ts';

/** Returns an instant as ISO 8601 in UTC with milliseconds. */
export function viewInstant(ms: number): string {
  return new Date(ms).toISOString();
}

function viewOptional(ms: number | null): string | null {
  return ms === null ? null : viewInstant(ms);
}

export function viewOrganization({ id, name, createdAtMs }: OrganizationRecord) {
  return { id, name, createdAt: viewInstant(createdAtMs) };
}

export function viewProject({ id, orgId, name, createdAtMs }: ProjectRecord) {
  return { id, orgId, name, createdAt: viewInstant(createdAtMs) };
}

export function viewApiKey(key: Omit<ApiKeyRecord, 'hash' | 'orgId'>, nowMs: number) {
  const { id, projectId, walletId, label, createdAtMs, expiresAtMs, revokedAtMs } = key;
  return {
    id,
    projectId,
    walletId,
    label,
    state: nameKeyState(key, nowMs),
    createdAt: viewInstant(createdAtMs),
    expiresAt: viewOptional(expiresAtMs),
    revokedAt: viewOptional(revokedAtMs),
  };
}

function viewWalletRecord(wallet: WalletRecord) {
  const { id, projectId, exchange, label, externalId, importsOnly, createdAtMs } = wallet;
  const createdAt = viewInstant(createdAtMs);
  return { id, projectId, exchange, label, externalId, importsOnly, createdAt };
}

/** Returns a wallet with the state of its synchronisation. */
export function viewWallet(wallet: ManagedWallet) {
  const { sync, history } = wallet;
  const { failure } = sync;
  return {
    ...viewWalletRecord(wallet),
    state: wallet.state,
    paused: sync.paused,
    lastSyncAt: viewOptional(sync.lastSyncAtMs),
    nextSyncAt: viewOptional(sync.nextRunAtMs),
    historyComplete: sync.historyComplete,
    lastError: failure && {
      code: failure.code,
      message: failure.message,
      at: viewInstant(failure.atMs),
    },
    transactionCount: wallet.transactionCount,
    quarantinedCount: wallet.quarantinedCount,
    sources: history.map(({ source, completeFromMs }) => ({
      source,
      completeSince: viewInstant(completeFromMs),
    })),
  };
}

/** Returns a wallet that was just added, like {@link viewWallet}: nothing was read yet, and it is due. */
export function viewNewWallet(wallet: WalletRecord): ReturnType<typeof viewWallet> {
  return {
    ...viewWalletRecord(wallet),
    state: 'new',
    paused: false,
    lastSyncAt: null,
    nextSyncAt: viewInstant(wallet.createdAtMs),
    historyComplete: false,
    lastError: null,
    transactionCount: 0,
    quarantinedCount: 0,
    sources: [],
  };
}

export function viewImport(record: ImportRecord) {
  const { importNo: _no, importedAtMs, undoneAtMs, ...fields } = record;
  return {
    ...fields,
    importedAt: viewInstant(importedAtMs),
    undoneAt: viewOptional(undoneAtMs),
  };
}

export function viewWebhook(webhook: Omit<WebhookStatus, 'orgId'>) {
  const { id, projectId, url, events, walletIds, createdAtMs } = webhook;
  const { pendingCount, failing, disabled } = webhook;
  return {
    id,
    projectId,
    url,
    events,
    walletIds,
    createdAt: viewInstant(createdAtMs),
    state: nameWebhookState(webhook),
    pendingCount,
    failing: failing && {
      walletId: failing.walletId,
      message: failing.message,
      since: viewInstant(failing.sinceMs),
      nextAttemptAt: viewInstant(failing.nextAttemptAtMs),
    },
    disabled: disabled && { message: disabled.message, at: viewInstant(disabled.atMs) },
  };
}

export function viewConnectSession(session: ConnectSessionRecord) {
  const { id, projectId, exchange, externalId, label, returnUrl, state } = session;
  return {
    id,
    projectId,
    state,
    exchange,
    externalId,
    label,
    // Before it is connected: the wallet to reconnect; afterwards: the connected one.
    walletId: session.connectedWalletId ?? session.walletId,
    returnUrl,
    createdAt: viewInstant(session.createdAtMs),
    expiresAt: viewInstant(session.expiresAtMs),
  };
}

export function viewAudit({ id, atMs, actor, action, targets, detail }: AuditRecord) {
  return { id, at: viewInstant(atMs), actor, action, targets, detail: detail ?? null };
}
