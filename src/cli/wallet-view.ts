/** Formats wallets and their synchronisation. */
import { formatInstant, formatOptionalInstant } from '../domain/instant.ts';
import { listSkippedSources } from '../manage/skipped-sources.ts';
import { viewFailure, viewWalletRecord } from '../manage/views.ts';
import type { WalletStatus } from '../store/admin.ts';
import { SYNC_STATES, type SyncStateName, type WalletSyncState } from '../store/records.ts';
import { formatCount, formatDistance } from './format.ts';
import { breakLine } from './help-text.ts';
import { formatTable, makePrintable } from './table.ts';

const QUARANTINE_SHOWN_MAX = 5;
const RAW_SHOWN_MAX = 100;
/** Width of the names of facts. */
const NAME_WIDTH = 14;

/** Returns how to restart a stopped wallet. */
export function adviseRestart(walletId: string): string {
  return `The wallet is stopped; once the cause is fixed, run: teller sync --once --wallet ${walletId}`;
}

/** Returns the status of a wallet for JSON output. */
export function describeStatus(status: WalletStatus) {
  const { wallet, sync, coverage, quarantined } = status;
  return {
    ...viewWalletRecord(wallet),
    state: sync.state,
    lastSyncAt: formatOptionalInstant(sync.lastSyncAtMs),
    historyComplete: sync.historyComplete,
    nextRunAt: formatOptionalInstant(sync.nextRunAtMs),
    failure: viewFailure(sync.failure),
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
    skippedSources: listSkipped(status),
    coverage: coverage.map(({ source, fromMs, toMs, readAtMs, rereadRequestedAtMs }) => ({
      source,
      from: formatInstant(fromMs),
      to: formatInstant(toMs),
      readAt: formatInstant(readAtMs),
      rereadRequestedAt: formatOptionalInstant(rereadRequestedAtMs),
    })),
  };
}

/** Returns the status of a wallet as text for people. @param width of the terminal, if the output is one. */
export function formatStatus(
  status: WalletStatus,
  nowMs: number,
  width: number | undefined,
): string {
  const { wallet, sync } = status;
  const { state } = sync;
  const title = [wallet.id, wallet.exchange, wallet.label, wallet.externalId].filter(
    (part) => part !== null,
  );
  const facts = [
    title.map(makePrintable).join(' · '),
    '',
    `State         ${state}: ${describeState(sync)}`,
    `Last success  ${sync.lastSyncAtMs === null ? 'never' : describeMoment(sync.lastSyncAtMs, nowMs)}`,
    `Next run      ${describeNextRun(status, nowMs)}`,
    `History       ${describeHistory(status)}`,
    `Transactions  ${describeTransactions(status)}`,
    `Quarantine    ${describeQuarantine(status)}`,
    ...formatFailure(status, nowMs),
  ];
  return [
    ...facts.flatMap((line) => breakLine(line, width ?? Infinity, NAME_WIDTH)),
    ...formatCoverage(status, width),
    ...formatQuarantine(status),
  ].join('\n');
}

/** The meaning of states that describe data of an earlier synchronisation, if there was none. */
const NEVER_SYNCED: Partial<Record<SyncStateName, string>> = {
  failing: 'the first synchronisation failed, and a running worker retries it',
  stopped: 'the first synchronisation failed and the operator has to act',
  paused: 'the operator has paused the wallet before a first synchronisation succeeded',
};

function describeState({ state, lastSyncAtMs, hasImports }: WalletSyncState): string {
  const meaning = lastSyncAtMs === null ? NEVER_SYNCED[state] : undefined;
  if (meaning === undefined) return SYNC_STATES[state];
  return `${meaning}; ${hasImports ? 'only imported transactions are served' : 'no data is served yet'}`;
}

function describeMoment(instantMs: number, nowMs: number): string {
  return `${formatInstant(instantMs)} (${formatDistance(instantMs, nowMs)})`;
}

function describeNextRun({ wallet, sync }: WalletStatus, nowMs: number): string {
  if (wallet.importsOnly) return 'never, the wallet only takes imports';
  if (sync.paused) return `none while it is paused: teller wallet resume ${wallet.id}`;
  if (sync.nextRunAtMs === null) {
    return sync.failure === null ? 'not planned' : 'none until the cause below is fixed';
  }
  return sync.nextRunAtMs <= nowMs
    ? 'due now (a running "teller serve" or "teller sync" takes it)'
    : describeMoment(sync.nextRunAtMs, nowMs);
}

function describeHistory(status: WalletStatus): string {
  if (status.wallet.importsOnly) return 'imported (teller import list has the files)';
  if (status.coverage.length === 0) return 'not read yet';
  if (!status.sync.historyComplete) return 'incomplete, older transactions are missing';
  return listSkipped(status).length === 0
    ? 'complete'
    : 'complete, except for the skipped sources below';
}

function describeTransactions({ transactionCount, pendingCount }: WalletStatus): string {
  if (transactionCount === 0) return 'none';
  const pending = pendingCount === 0 ? 'none' : formatCount(pendingCount);
  return `${formatCount(transactionCount)}, ${pending} of them pending`;
}

function listSkipped({ wallet, sync, coverage }: WalletStatus): readonly string[] {
  return listSkippedSources(wallet, sync, coverage);
}

function describeQuarantine(status: WalletStatus): string {
  const count = status.quarantinedCount;
  if (count === 0) return 'empty';
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'} of the exchange could not be read`;
}

function formatFailure({ wallet, sync }: WalletStatus, nowMs: number): string[] {
  if (sync.failure === null) return [];
  const { code, message, atMs } = sync.failure;
  const times =
    sync.failureCount > 1 ? `, ${formatCount(sync.failureCount)} consecutive failures` : '';
  return [
    '',
    `Last error    ${code}, ${formatDistance(atMs, nowMs)}${times}`,
    `              ${makePrintable(message)}`,
    ...(sync.state === 'stopped' ? [`              ${adviseRestart(wallet.id)}`] : []),
  ];
}

function formatCoverage(status: WalletStatus, width: number | undefined): string[] {
  const read = status.coverage.map(
    ({ source, fromMs, toMs, rereadRequestedAtMs }) =>
      [
        source,
        `${formatInstant(fromMs)} to ${formatInstant(toMs)}` +
          (rereadRequestedAtMs === null ? '' : ', is read again'),
      ] as const,
  );
  const skipped = listSkipped(status).map(
    (source) =>
      [
        source,
        'skipped: the key may not read it, or the exchange does not offer it or all of it',
      ] as const,
  );
  if (read.length + skipped.length === 0) return [];
  return ['', formatTable(['SOURCE', 'READ IN FULL'], [...read, ...skipped], width)];
}

function formatQuarantine({ quarantined, quarantinedCount }: WalletStatus): string[] {
  if (quarantined.length === 0) return [];
  const shown = quarantined.slice(0, QUARANTINE_SHOWN_MAX);
  const lines = shown.flatMap(({ source, reason, raw }) => [
    `  ${source}: ${makePrintable(reason)}`,
    `    ${makePrintable(raw.slice(0, RAW_SHOWN_MAX))}${raw.length > RAW_SHOWN_MAX ? '…' : ''}`,
  ]);
  const rest = quarantinedCount - shown.length;
  if (rest > 0) lines.push(`  and ${formatCount(rest)} more (--json shows them)`);
  return ['', 'In quarantine', ...lines];
}
