/** Records as JSON, for the management API and the output of commands with `--json`. */
import type { KeyEnds } from '../domain/api-key.ts';
import { formatInstant, formatOptionalInstant } from '../domain/instant.ts';
import type { AuditRecord } from '../store/audit.ts';
import type { ImportRecord } from '../store/import.ts';
import type { ConnectSessionRecord, ManagedWallet, ManagementKeyRecord } from '../store/manage.ts';
import type {
  ApiKeyRecord,
  OrganizationRecord,
  ProjectRecord,
  SyncFailure,
  WalletRecord,
} from '../store/records.ts';
import type { WebhookDisabling, WebhookStatus } from '../store/webhooks.ts';
import { nameKeyState } from './api-keys.ts';
import { listSkippedSources } from './skipped-sources.ts';
import { nameWebhookState } from './webhooks.ts';

export function viewOrganization({ id, name, createdAtMs }: OrganizationRecord) {
  return { id, name, createdAt: formatInstant(createdAtMs) };
}

export function viewProject({ id, orgId, name, createdAtMs }: ProjectRecord) {
  return { id, orgId, name, createdAt: formatInstant(createdAtMs) };
}

export function viewApiKey(key: Omit<ApiKeyRecord, 'hash' | 'orgId'>, nowMs: number) {
  const { id, projectId, walletId, label } = key;
  return { id, projectId, walletId, label, ...viewKeyState(key, nowMs) };
}

export function viewManagementKey(key: ManagementKeyRecord, nowMs: number) {
  const { id, projectId, label } = key;
  return { id, projectId, label, ...viewKeyState(key, nowMs) };
}

function viewKeyState(key: KeyEnds & { readonly createdAtMs: number }, nowMs: number) {
  return {
    state: nameKeyState(key, nowMs),
    createdAt: formatInstant(key.createdAtMs),
    expiresAt: formatOptionalInstant(key.expiresAtMs),
    revokedAt: formatOptionalInstant(key.revokedAtMs),
  };
}

/** Returns a wallet without the state of its synchronisation. */
export function viewWalletRecord(wallet: WalletRecord) {
  const { id, projectId, exchange, label, externalId, importsOnly, createdAtMs } = wallet;
  const createdAt = formatInstant(createdAtMs);
  return { id, projectId, exchange, label, externalId, importsOnly, createdAt };
}

/** Returns the failure of a wallet's last synchronisation. */
export function viewFailure(failure: SyncFailure | null) {
  return (
    failure && { code: failure.code, message: failure.message, at: formatInstant(failure.atMs) }
  );
}

/** Returns a wallet with the state of its synchronisation. */
export function viewWallet(wallet: ManagedWallet) {
  const { sync, history } = wallet;
  return {
    ...viewWalletRecord(wallet),
    state: wallet.sync.state,
    paused: sync.paused,
    lastSyncAt: formatOptionalInstant(sync.lastSyncAtMs),
    nextSyncAt: formatOptionalInstant(sync.nextRunAtMs),
    historyComplete: sync.historyComplete,
    lastError: viewFailure(sync.failure),
    transactionCount: wallet.transactionCount,
    quarantinedCount: wallet.quarantinedCount,
    sources: history.map(({ source, completeFromMs }) => ({
      source,
      completeSince: formatInstant(completeFromMs),
    })),
    skippedSources: listSkippedSources(wallet, sync, history),
  };
}

/** Returns a wallet that was just added, like {@link viewWallet}: nothing was read yet, and it is due or only takes imports. */
export function viewNewWallet(wallet: WalletRecord): ReturnType<typeof viewWallet> {
  return {
    ...viewWalletRecord(wallet),
    state: wallet.importsOnly ? 'imported' : 'new',
    paused: false,
    lastSyncAt: null,
    nextSyncAt: wallet.importsOnly ? null : formatInstant(wallet.createdAtMs),
    historyComplete: wallet.importsOnly,
    lastError: null,
    transactionCount: 0,
    quarantinedCount: 0,
    sources: [],
    skippedSources: [],
  };
}

export function viewImport(record: ImportRecord) {
  const { importNo: _no, importedAtMs, undoneAtMs, ...fields } = record;
  return {
    ...fields,
    importedAt: formatInstant(importedAtMs),
    undoneAt: formatOptionalInstant(undoneAtMs),
  };
}

export function viewDisabling(disabled: WebhookDisabling | null) {
  return disabled && { message: disabled.message, at: formatInstant(disabled.atMs) };
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
    createdAt: formatInstant(createdAtMs),
    state: nameWebhookState(webhook),
    pendingCount,
    failing: failing && {
      walletId: failing.walletId,
      message: failing.message,
      since: formatInstant(failing.sinceMs),
      nextAttemptAt: formatInstant(failing.nextAttemptAtMs),
    },
    disabled: viewDisabling(disabled),
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
    createdAt: formatInstant(session.createdAtMs),
    expiresAt: formatInstant(session.expiresAtMs),
  };
}

export function viewAudit({ id, atMs, actor, action, targets, detail }: AuditRecord) {
  return { id, at: formatInstant(atMs), actor, action, targets, detail: detail ?? null };
}
