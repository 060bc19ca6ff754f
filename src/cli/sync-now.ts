/** Synchronises wallets immediately, with progress for the person at the terminal. */
import { loadMasterKey } from '../compose/load-master-key.ts';
import { createSyncRunner } from '../compose/sync-runner.ts';
import { showsStacks } from '../config/read-config.ts';
import type { WalletSyncState } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { isStopped } from '../store/sync-state.ts';
import type { SyncLogger, WalletSyncResult } from '../sync/sync-options.ts';
import type { WindowProgress } from '../sync/wallet-sync.ts';
import { describeCause } from './failure.ts';
import { formatCount, formatInstant } from './format.ts';
import { note, type Session } from './runtime.ts';
import { makePrintable } from './table.ts';
import { adviseRestart } from './wallet-view.ts';

/** Synchronises wallets in the given order and returns their results. */
export async function syncNow(
  session: Session,
  store: Store,
  signal: AbortSignal,
  walletIds: readonly string[],
): Promise<readonly WalletSyncResult[]> {
  // The exchange library takes a second to load.
  if (walletIds.length === 0) return [];
  const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
  const runner = await createSyncRunner(session.config, {
    store,
    masterKey,
    logger: createNoteLogger(session),
    nowMs: session.now,
    signal,
    onWindow: createProgress(session),
  });
  return runner.syncWallets(walletIds);
}

/** A long history has hundreds of windows. Windows without rows are reported at this interval only. */
const QUIET_MS_MAX = 5000;

function createProgress(session: Session): (progress: WindowProgress) => void {
  let reportedAtMs = session.now();
  return ({ walletId, source, window, transactionCount }) => {
    if (transactionCount === 0 && session.now() - reportedAtMs < QUIET_MS_MAX) return;
    reportedAtMs = session.now();
    const range = `${formatInstant(window.fromMs)} to ${formatInstant(window.toMs)}`;
    const rows = `${formatCount(transactionCount)} ${transactionCount === 1 ? 'row' : 'rows'}`;
    note(session, `${walletId} ${source} ${range}: ${rows}`);
  };
}

/**
 * Creates a log for the person at the terminal: warnings, and the cause of internal errors. The result contains
 * all other failures.
 */
export function createNoteLogger(session: Session): SyncLogger {
  return {
    info: () => undefined,
    warn: (fields, message) => note(session, `warning: ${message} ${JSON.stringify(fields)}`),
    error: (fields) => {
      const { err, code } = fields as { readonly err?: unknown; readonly code?: unknown };
      if (code !== 'internal') return;
      note(session, `internal error: ${describeCause(err, showsStacks(session.env))}`);
    },
  };
}

/**
 * Returns a result for JSON output.
 *
 * @param sync the state of the wallet afterwards; `undefined` if it was removed.
 */
export function describeResult(result: WalletSyncResult, sync: WalletSyncState | undefined) {
  const { walletId, exchange, ok, transactionCount, quarantinedCount, failure } = result;
  const counts = { transactionCount, quarantinedCount };
  const base = { id: walletId, exchange, ok, ...counts };
  if (failure === undefined) return base;
  const advice = sync !== undefined && isStopped(sync) ? ` ${adviseRestart(walletId)}` : '';
  return { ...base, error: { code: failure.code, message: `${failure.message}${advice}` } };
}

/** Returns a result of {@link describeResult} as text for people. */
export function formatResult(result: ReturnType<typeof describeResult>): string {
  const quarantined =
    result.quarantinedCount > 0 ? `, ${formatCount(result.quarantinedCount)} in quarantine` : '';
  const counts = `${formatCount(result.transactionCount)} rows read${quarantined}`;
  const title = `${result.id} ${result.exchange}`;
  return 'error' in result
    ? `${title}: failed (${result.error.code}), ${counts}. ${makePrintable(result.error.message)}`
    : `${title}: synchronised, ${counts}`;
}
