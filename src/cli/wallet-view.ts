/** How wallets and their synchronisation are shown. */
import type { WalletRecord, WalletStatus, WalletSyncState } from '../store/store.ts';
import { formatCount, formatDistance, formatInstant } from './format.ts';
import { makePrintable } from './table.ts';

/** Where the synchronisation of a wallet stands. */
export type SyncStateName = 'new' | 'synced' | 'backfilling' | 'failing' | 'stopped';

const QUARANTINE_SHOWN_MAX = 5;
const RAW_SHOWN_MAX = 100;

/** The state of a wallet in one word. */
export function nameSyncState(sync: WalletSyncState): SyncStateName {
  if (sync.nextRunAtMs === null && sync.failure !== null) return 'stopped';
  if (sync.failure !== null) return 'failing';
  if (sync.lastSyncAtMs === null) return 'new';
  return sync.historyComplete ? 'synced' : 'backfilling';
}

/** A wallet as JSON output shows it. */
export function describeWallet(wallet: WalletRecord) {
  const { id, projectId, exchange, label, account, createdAtMs } = wallet;
  return { id, projectId, exchange, label, account, createdAt: formatInstant(createdAtMs) };
}

/** The status of a wallet as JSON output shows it. */
export function describeStatus(status: WalletStatus) {
  const { wallet, sync, coverage, quarantined } = status;
  const { failure } = sync;
  return {
    ...describeWallet(wallet),
    state: nameSyncState(sync),
    lastSyncAt: formatOptional(sync.lastSyncAtMs),
    historyComplete: sync.historyComplete,
    nextRunAt: formatOptional(sync.nextRunAtMs),
    failure:
      failure === null
        ? null
        : { code: failure.code, message: failure.message, at: formatInstant(failure.atMs) },
    failureCount: sync.failureCount,
    transactionCount: status.transactionCount,
    pendingCount: status.pendingCount,
    quarantinedCount: status.quarantinedCount,
    quarantined: quarantined.map(({ key, source, reason, raw, quarantinedAtMs }) => ({
      key,
      source,
      reason,
      raw,
      quarantinedAt: formatInstant(quarantinedAtMs),
    })),
    coverage: coverage.map(({ source, fromMs, toMs, readAtMs }) => ({
      source,
      from: formatInstant(fromMs),
      to: formatInstant(toMs),
      readAt: formatInstant(readAtMs),
    })),
  };
}

/** The status of a wallet as a page for people. */
export function formatStatus(status: WalletStatus, nowMs: number): string {
  const { wallet, sync } = status;
  const title = [wallet.id, wallet.exchange, wallet.account, wallet.label].filter(
    (part) => part !== null,
  );
  return [
    title.map(makePrintable).join(' · '),
    '',
    `State         ${nameSyncState(sync)}`,
    `Last success  ${describeMoment(sync.lastSyncAtMs, nowMs) ?? 'never'}`,
    `Next run      ${describeNextRun(sync, nowMs)}`,
    `History       ${sync.historyComplete ? 'complete' : 'backfilling, older transactions are still missing'}`,
    `Transactions  ${formatCount(status.transactionCount)}, ${formatCount(status.pendingCount)} of them pending`,
    `Quarantine    ${describeQuarantine(status)}`,
    ...formatFailure(sync, nowMs),
    ...formatCoverage(status),
    ...formatQuarantine(status),
  ].join('\n');
}

function formatOptional(instantMs: number | null): string | null {
  return instantMs === null ? null : formatInstant(instantMs);
}

function describeMoment(instantMs: number | null, nowMs: number): string | undefined {
  if (instantMs === null) return undefined;
  return `${formatInstant(instantMs)} (${formatDistance(instantMs, nowMs)})`;
}

function describeNextRun(sync: WalletSyncState, nowMs: number): string {
  if (sync.nextRunAtMs === null) {
    return sync.failure === null ? 'not planned' : 'stopped until the cause below is mended';
  }
  return sync.nextRunAtMs <= nowMs
    ? 'due now (a running "teller serve" or "teller sync" takes it)'
    : (describeMoment(sync.nextRunAtMs, nowMs) ?? '');
}

function describeQuarantine(status: WalletStatus): string {
  const count = status.quarantinedCount;
  if (count === 0) return 'empty';
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'} of the exchange could not be read`;
}

function formatFailure(sync: WalletSyncState, nowMs: number): string[] {
  if (sync.failure === null) return [];
  const { code, message, atMs } = sync.failure;
  const times = sync.failureCount > 1 ? `, ${formatCount(sync.failureCount)} times in a row` : '';
  return [
    '',
    `Last error    ${code}, ${formatDistance(atMs, nowMs)}${times}`,
    `              ${makePrintable(message)}`,
  ];
}

function formatCoverage({ coverage }: WalletStatus): string[] {
  if (coverage.length === 0) return [];
  const lines = coverage.map(
    ({ source, fromMs, toMs }) => `  ${source}: ${formatInstant(fromMs)} to ${formatInstant(toMs)}`,
  );
  return ['', 'Read in full', ...lines];
}

function formatQuarantine({ quarantined, quarantinedCount }: WalletStatus): string[] {
  if (quarantined.length === 0) return [];
  const shown = quarantined.slice(0, QUARANTINE_SHOWN_MAX);
  const lines = shown.flatMap(({ source, reason, raw }) => [
    `  ${source}: ${makePrintable(reason)}`,
    `    ${makePrintable(raw.slice(0, RAW_SHOWN_MAX))}${raw.length > RAW_SHOWN_MAX ? '…' : ''}`,
  ]);
  const rest = quarantinedCount - shown.length;
  if (rest > 0) lines.push(`  and ${formatCount(rest)} more (see them with --json)`);
  return ['', 'In quarantine', ...lines];
}
