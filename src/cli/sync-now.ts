/** Synchronises wallets immediately, with progress for the person at the terminal. */
import { formatInstant } from '../domain/instant.ts';
import { createSyncRunner } from '../compose/sync-runner.ts';
import { showsStacks } from '../config/read-config.ts';
import type { WalletSyncState } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { WalletSyncResult } from '../sync/sync-options.ts';
import type { WindowProgress } from '../sync/range-reader.ts';
import type { Log } from '../telemetry/log.ts';
import { describeCause } from './failure.ts';
import { formatCount } from './format.ts';
import { ProgressMeter } from './progress.ts';
import type { Session } from './runtime.ts';
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
  const meter = new ProgressMeter(session);
  const runner = await createSyncRunner(session.config, {
    store,
    logger: createNoteLogger(session, meter),
    nowMs: session.now,
    signal,
    onWindow: createProgress(meter, walletIds.length),
  });
  try {
    return await runner.syncWallets(walletIds);
  } finally {
    meter.clear();
  }
}

/** Returns a function that shows the progress of windows. */
function createProgress(
  meter: ProgressMeter,
  walletCount: number,
): (progress: WindowProgress) => void {
  let done = 0;
  /** The history that was not read at first and is not read now (ms), by wallet. */
  const unread = new Map<string, { readonly atFirst: number; now: number }>();
  return ({ walletId, source, window, transactionCount, unreadMs }) => {
    done += transactionCount;
    if (unreadMs !== undefined) {
      const lengthMs = window.toMs - window.fromMs;
      const known = unread.get(walletId) ?? { atFirst: unreadMs + lengthMs, now: unreadMs };
      unread.set(walletId, { ...known, now: unreadMs });
    }
    const detail = `${walletId} ${source} from ${formatInstant(window.fromMs)}`;
    // The history of wallets that have not been started is unknown.
    const fraction = unread.size < walletCount ? undefined : fractionOf([...unread.values()]);
    meter.update({ activity: 'read', unit: 'rows', done, fraction, detail });
  };
}

function fractionOf(
  wallets: readonly { readonly atFirst: number; readonly now: number }[],
): number {
  const atFirst = wallets.reduce((sum, wallet) => sum + wallet.atFirst, 0);
  const now = wallets.reduce((sum, wallet) => sum + wallet.now, 0);
  return atFirst === 0 ? 1 : 1 - now / atFirst;
}

/**
 * Creates a log for the person at the terminal: warnings, and the cause of internal errors. The result contains
 * all other failures.
 */
export function createNoteLogger(
  session: Session,
  meter: Pick<ProgressMeter, 'note'> = new ProgressMeter(session),
): Log {
  return {
    debug: (fields, message) => {
      if (showsStacks(session.env)) meter.note(`${message} ${JSON.stringify(fields)}`);
    },
    info: () => undefined,
    warn: (fields, message) => meter.note(`warning: ${message} ${JSON.stringify(fields)}`),
    error: (fields) => {
      const { err, code } = fields as { readonly err?: unknown; readonly code?: unknown };
      if (code !== 'internal') return;
      meter.note(`internal error: ${describeCause(err, showsStacks(session.env))}`);
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
  const message =
    sync === undefined ? failure.message : `${failure.message} ${adviseNext(walletId, sync)}`;
  return { ...base, error: { code: failure.code, message } };
}

function adviseNext(walletId: string, sync: WalletSyncState): string {
  if (sync.state === 'paused') return `To synchronise it, run: teller wallet resume ${walletId}`;
  return sync.state === 'stopped'
    ? adviseRestart(walletId)
    : `To retry it now, run: teller sync --once --wallet ${walletId}`;
}

/** Returns a result of {@link describeResult} as text for people. */
export function formatResult(result: ReturnType<typeof describeResult>): string {
  const unreadable =
    result.quarantinedCount > 0 ? `, ${formatCount(result.quarantinedCount)} unreadable` : '';
  const counts = `${formatCount(result.transactionCount)} rows read${unreadable}`;
  const title = `${result.id} ${result.exchange}`;
  return 'error' in result
    ? `${title}: failed (${result.error.code}), ${counts}. ${makePrintable(result.error.message)}`
    : `${title}: synchronised, ${counts}`;
}
