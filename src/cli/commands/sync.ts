import type { Command } from 'commander';

import { createLogger } from '../../compose/logger.ts';
import { createSyncRunner } from '../../compose/sync-runner.ts';
import { createWebhookDeliverer } from '../../compose/webhook-deliverer.ts';
import { RecordNotFoundError } from '../../store/errors.ts';
import type { Store } from '../../store/store.ts';
import type { WalletSyncResult } from '../../sync/sync-options.ts';
import { example } from '../example.ts';
import { CommandError, EXIT } from '../failure.ts';
import { printResult, startSession, withStore, type Runtime, type Session } from '../runtime.ts';
import { listenForStopOrParent } from '../stop-signal.ts';
import { createNoteLogger, describeResult, formatResult, syncNow } from '../sync-now.ts';

type ListedWallet = Awaited<ReturnType<Store['listWallets']>>[number];

interface SyncOptions {
  readonly once?: true;
  readonly wallet?: string;
}

const EXPLANATION = `
If an exchange refuses the key of a wallet, the wallet is stopped: --once reports it as failed without a request to the exchange, unless --wallet names it.

A paused wallet is not synchronised until it is resumed: --once omits it, and refuses it if --wallet names it.

After the synchronisation, --once sends each webhook that is due, once.`;

/** Adds `teller sync`. */
export function addSyncCommand(program: Command, runtime: Runtime): void {
  program
    .command('sync')
    .description('synchronise wallets with their exchanges, as they become due')
    .option('--once', 'synchronise every wallet now and exit, with code 1 if one failed')
    .option('--wallet <id>', 'only this wallet, even if it is stopped')
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller sync --once', 'teller sync --once --wallet wallet_f0…'))
    .action(async (options: SyncOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const stop = listenForStopOrParent();
      const opened = { create: false, waitsForLocks: true, runsService: true } as const;
      await withStore(session, opened, (store) =>
        options.once === true
          ? syncOnce(session, store, stop, options.wallet)
          : syncOn(session, store, stop, options.wallet),
      );
    });
}

/** Synchronises until a stop signal. */
async function syncOn(
  session: Session,
  store: Store,
  signal: AbortSignal,
  walletId: string | undefined,
): Promise<void> {
  if (walletId !== undefined) await chooseWallets(store, walletId);
  const logger = await createLogger(session.config);
  const runner = await createSyncRunner(session.config, {
    store,
    logger,
    nowMs: session.now,
    signal,
  });
  // Without --json, the log says that it runs.
  if (session.json) printResult(session, { running: true, walletId: walletId ?? null }, '');
  await runner.run(walletId);
}

/** Synchronises wallets now, in the order in which they were added, and prints the result of each. */
async function syncOnce(
  session: Session,
  store: Store,
  signal: AbortSignal,
  walletId: string | undefined,
): Promise<void> {
  const chosen = await chooseWallets(store, walletId);
  if (walletId !== undefined && chosen.some(({ sync }) => sync.paused)) {
    throw pausedError(walletId);
  }
  // The worker would refuse the others too, but progress counts only wallets that are read.
  const wallets = chosen.filter(({ sync }) => !sync.paused);
  const requested = wallets.filter(
    (wallet) => wallet.id === walletId || wallet.sync.state !== 'stopped',
  );
  const results = await syncNow(
    session,
    store,
    signal,
    requested.map(({ id }) => id),
  );
  await deliverNow(session, store, signal);
  const resultOf = ({ id }: ListedWallet) => results.find((result) => result.walletId === id);
  // Some wallets may have been paused meanwhile.
  const reported = wallets.filter(
    (wallet) => wallet.id === walletId || resultOf(wallet)?.failure?.code !== 'wallet_paused',
  );
  const shown = await Promise.all(
    reported.map(async (wallet) => {
      // The wallet may have been removed meanwhile.
      const found = await store.findWallet(wallet.id);
      const sync = found === undefined ? undefined : await store.readSyncState(wallet.id);
      return describeResult(resultOf(wallet) ?? failAsBefore(wallet), sync);
    }),
  );
  const lines = shown.map(formatResult);
  printResult(
    session,
    { wallets: shown },
    lines.join('\n') || 'There are no wallets to synchronise.',
  );
  if (shown.some((wallet) => !wallet.ok)) process.exitCode = EXIT.failed;
}

/** Delivers the webhooks that are due; a failed one is retried by a later run. */
async function deliverNow(session: Session, store: Store, signal: AbortSignal): Promise<void> {
  if ((await store.listWebhooks()).length === 0) return;
  const deliverer = await createWebhookDeliverer(session.config, {
    store,
    logger: createNoteLogger(session),
    nowMs: session.now,
    signal,
  });
  await deliverer.deliverDue();
}

/** Returns the wallets to synchronise. @throws {RecordNotFoundError | CommandError} */
async function chooseWallets(
  store: Store,
  walletId: string | undefined,
): Promise<readonly ListedWallet[]> {
  const wallets = await store.listWallets();
  if (walletId === undefined) return wallets.filter(({ importsOnly }) => !importsOnly);
  const wallet = wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw new RecordNotFoundError('wallet', walletId);
  if (wallet.importsOnly) {
    throw new CommandError(
      'wallet_imports_only',
      `${walletId} only takes imports: it has no exchange key and is never synchronised; ` +
        `add transactions with: teller import --wallet ${walletId} FILE`,
    );
  }
  return [wallet];
}

function pausedError(walletId: string): CommandError {
  const advice = `to synchronise it, run: teller wallet resume ${walletId}`;
  return new CommandError('wallet_paused', `${walletId} is paused; ${advice}`);
}

/** Returns the result of a stopped wallet that was not retried. */
function failAsBefore({ id, exchange, sync: { failure } }: ListedWallet): WalletSyncResult {
  const base = { walletId: id, exchange, ok: false, transactionCount: 0, quarantinedCount: 0 };
  return failure === null ? base : { ...base, failure };
}
