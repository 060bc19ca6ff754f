import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';

import { createLogger, createSyncRunner, loadMasterKey, type SyncRunner } from '../../compose.ts';
import { RecordNotFoundError, type Store } from '../../store/store.ts';
import type { SyncLogger, WalletSyncResult } from '../../sync/worker.ts';
import { example } from '../example.ts';
import { EXIT } from '../failure.ts';
import { formatCount, formatInstant } from '../format.ts';
import {
  note,
  printResult,
  startSession,
  withStore,
  type Runtime,
  type Session,
} from '../runtime.ts';
import { listenForStopOrOrphaned } from '../stop-signal.ts';
import { makePrintable } from '../table.ts';

interface SyncOptions {
  readonly once?: true;
  readonly wallet?: string;
}

const POLL_MS = 1000;

/** Adds `teller sync`. */
export function addSyncCommand(program: Command, runtime: Runtime): void {
  program
    .command('sync')
    .description('synchronise wallets with their exchanges, as they become due')
    .option('--once', 'synchronise every due wallet and exit, 1 where one failed')
    .option('--wallet <id>', 'this wallet alone; with --once, due or not')
    .addHelpText('after', example('teller sync --once --wallet wallet_f0…'))
    .action(async (options: SyncOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const stop = listenForStopOrOrphaned();
      await withStore(session, { create: true }, (store) =>
        options.once === true
          ? syncOnce(session, store, stop, options.wallet)
          : syncOn(session, store, stop, options.wallet),
      );
    });
}

/** Synchronises until the command is told to stop. */
async function syncOn(
  session: Session,
  store: Store,
  signal: AbortSignal,
  walletId: string | undefined,
): Promise<void> {
  const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
  const logger = await createLogger(session.config);
  const nowMs = session.now;
  const runner = await createSyncRunner(session.config, {
    store,
    masterKey,
    logger,
    nowMs,
    signal,
  });
  if (walletId === undefined) await runner.run();
  else await syncWalletOn(runner, session, store, signal, walletId);
}

/** Synchronises one wallet whenever it is due. */
async function syncWalletOn(
  runner: SyncRunner,
  session: Session,
  store: Store,
  signal: AbortSignal,
  walletId: string,
): Promise<void> {
  while (!signal.aborted) {
    const { nextRunAtMs } = await store.readSyncState(walletId);
    if (nextRunAtMs !== null && nextRunAtMs <= session.now()) await runner.syncWallets([walletId]);
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function syncOnce(
  session: Session,
  store: Store,
  signal: AbortSignal,
  walletId: string | undefined,
): Promise<void> {
  const walletIds = await chooseWallets(session, store, walletId);
  const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
  const runner = await createSyncRunner(session.config, {
    store,
    masterKey,
    logger: createNoteLogger(session),
    nowMs: session.now,
    signal,
    onWindow: ({ walletId, source, window, transactionCount }) => {
      const range = `${formatInstant(window.fromMs)} to ${formatInstant(window.toMs)}`;
      note(session, `${walletId} ${source} ${range}: ${formatCount(transactionCount)} rows`);
    },
  });
  const wallets = (await runner.syncWallets(walletIds)).map(describeResult);
  const lines = wallets.map(formatResult);
  printResult(session, { wallets }, lines.join('\n') || 'No wallet is due.');
  if (wallets.some((wallet) => !wallet.ok)) process.exitCode = EXIT.failed;
}

async function chooseWallets(
  session: Session,
  store: Store,
  walletId: string | undefined,
): Promise<readonly string[]> {
  if (walletId !== undefined) {
    if ((await store.findWallet(walletId)) !== undefined) return [walletId];
    throw new RecordNotFoundError('wallet', walletId);
  }
  const nowMs = session.now();
  const wallets = await store.listWallets();
  return wallets
    .filter(({ sync }) => sync.nextRunAtMs !== null && sync.nextRunAtMs <= nowMs)
    .map(({ id }) => id);
}

/** For a person who waits: warnings as lines; what failed is told by the result. */
function createNoteLogger(session: Session): SyncLogger {
  return {
    info: () => undefined,
    warn: (fields, message) => note(session, `warning: ${message} ${JSON.stringify(fields)}`),
    error: () => undefined,
  };
}

function describeResult(result: WalletSyncResult) {
  const { walletId, exchange, ok, transactionCount, quarantinedCount, failure } = result;
  const counts = { transactionCount, quarantinedCount };
  const base = { id: walletId, exchange, ok, ...counts };
  if (failure === undefined) return base;
  return { ...base, error: { code: failure.code, message: failure.message } };
}

function formatResult(result: ReturnType<typeof describeResult>): string {
  const quarantined =
    result.quarantinedCount > 0 ? `, ${formatCount(result.quarantinedCount)} in quarantine` : '';
  const counts = `${formatCount(result.transactionCount)} rows read${quarantined}`;
  const title = `${result.id} ${result.exchange}`;
  return 'error' in result
    ? `${title}: failed (${result.error.code}), ${counts}. ${makePrintable(result.error.message)}`
    : `${title}: synchronised, ${counts}`;
}
