import type { Command } from 'commander';

import { formatOptionalInstant } from '../../domain/instant.ts';
import { viewWalletRecord } from '../../manage/views.ts';
import {
  changeWallet,
  removeWallet,
  replaceCredentials,
  requireSynchronised,
} from '../../manage/wallets.ts';
import type { WalletStatus } from '../../store/admin.ts';
import { confirm, requireTerminal } from '../confirmation.ts';
import { addCredentialOptions, type CredentialOptions, readCredentials } from '../credentials.ts';
import { example } from '../example.ts';
import { formatCount, formatDistance } from '../format.ts';
import { keyPolicyOf, manageAs, noteStoredKey, parseExchange } from '../management.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { formatTable, makePrintable } from '../table.ts';
import { adviseRestart, describeStatus, formatStatus } from '../wallet-view.ts';
import { describeWebhook, formatWalletWebhooks } from '../webhook-view.ts';
import { addWalletAddCommand } from './wallet-add.ts';

const CREDENTIALS_EXPLANATION = `
The wallet keeps its id, its history and its balances, and is synchronised immediately. A running
synchronisation stops. The key must belong to the same account at the exchange.
`;

const PAUSE_EXPLANATION = `
The service continues to serve what was read. A running synchronisation is completed first. "teller sync --once" omits the wallet.`;

/** Adds `teller wallet` with its commands. */
export function addWalletCommands(program: Command, runtime: Runtime): void {
  const wallet = program.command('wallet').description('wallets held at exchanges');
  addWalletAddCommand(wallet, runtime);
  addList(wallet, runtime);
  addShow(wallet, runtime);
  addCredentials(wallet, runtime);
  addPause(wallet, runtime);
  addResume(wallet, runtime);
  addRemove(wallet, runtime);
}

function addList(wallet: Command, runtime: Runtime): void {
  wallet
    .command('list')
    .description('list wallets and the state of their synchronisation')
    .option('--project <id>', 'only wallets of this project')
    .addHelpText('after', example('teller wallet list --project project_8c…'))
    .action(async (options: { project?: string }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const records = await withStore(session, { create: false }, async (store) => {
        if (options.project !== undefined) await store.readProject(options.project);
        return store.listWallets(options.project);
      });
      const wallets = records.map(({ sync, ...wallet }) => ({
        ...viewWalletRecord(wallet),
        state: sync.state,
        lastSyncAt: formatOptionalInstant(sync.lastSyncAtMs),
        historyComplete: sync.historyComplete,
      }));
      const rows = records.map(({ id, exchange, sync, projectId, label, externalId }) => [
        id,
        exchange,
        sync.state,
        sync.lastSyncAtMs === null ? 'never' : formatDistance(sync.lastSyncAtMs, session.now()),
        projectId,
        label ?? '',
        externalId ?? '',
      ]);
      const header = ['WALLET', 'EXCHANGE', 'STATE', 'SYNCED', 'PROJECT', 'LABEL', 'EXTERNAL ID'];
      printResult(session, { wallets }, formatTable(header, rows, session.stdout.columns));
    });
}

function addShow(wallet: Command, runtime: Runtime): void {
  wallet
    .command('show')
    .description('show the state of the synchronisation of a wallet, and its errors')
    .argument('<id>', 'the wallet')
    .addHelpText('after', example('teller wallet show wallet_f0…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const [status, webhooks] = await withStore(session, { create: false }, async (store) => [
        await store.readWalletStatus(id),
        await store.listWebhooks({ walletId: id }),
      ]);
      const described = { ...describeStatus(status), webhooks: webhooks.map(describeWebhook) };
      const nowMs = session.now();
      const text = formatStatus(status, nowMs, session.stdout.columns);
      const lines = [text, ...formatWalletWebhooks(webhooks, nowMs)];
      printResult(session, described, lines.join('\n'));
    });
}

function addCredentials(wallet: Command, runtime: Runtime): void {
  const replace = wallet
    .command('credentials')
    .description('replace the exchange key of a wallet; reads the credentials as JSON')
    .argument('<id>', 'the wallet');
  addCredentialOptions(replace)
    .addHelpText('after', CREDENTIALS_EXPLANATION)
    .addHelpText('after', example('teller wallet credentials wallet_f0… <credentials.json'))
    .action(async (id: string, options: CredentialOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const exchange = await withStore(session, { create: false }, async (store) => {
        const wallet = await requireSynchronised(store, id);
        const profile = parseExchange(wallet.exchange);
        const credentials = await readCredentials(session, profile, options);
        const context = manageAs(session, store, 'wallet credentials');
        const key = { exchange: profile, credentials };
        noteStoredKey(
          session,
          await replaceCredentials(context, id, key, keyPolicyOf(session, options)),
        );
        return wallet.exchange;
      });
      printResult(session, { id, exchange, replaced: true }, `Replaced the key of ${id}`);
      if (!session.json) {
        note(session, `Next, if no worker runs: teller sync --once --wallet ${id}`);
      }
    });
}

function addPause(wallet: Command, runtime: Runtime): void {
  const pause = wallet
    .command('pause')
    .description('stop synchronising a wallet, until it is resumed');
  addPausing(pause, runtime, true).addHelpText('after', PAUSE_EXPLANATION);
}

function addResume(wallet: Command, runtime: Runtime): void {
  const resume = wallet
    .command('resume')
    .description('synchronise a paused wallet again, immediately');
  addPausing(resume, runtime, false);
}

function addPausing(command: Command, runtime: Runtime, paused: boolean): Command {
  const name = command.name();
  return command
    .argument('<id>', 'the wallet')
    .addHelpText('after', example(`teller wallet ${name} wallet_f0…`))
    .action(async (id: string, _options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const { wasPaused, state } = await withStore(session, { create: false }, async (store) => {
        await requireSynchronised(store, id);
        const before = await store.readSyncState(id);
        if (before.paused !== paused) {
          await changeWallet(manageAs(session, store, `wallet ${name}`), id, { paused });
        }
        return { wasPaused: before.paused, state: (await store.readSyncState(id)).state };
      });
      const text = describePausing(id, paused, wasPaused);
      printResult(session, { id, paused, wasPaused, state }, text);
      if (session.json || paused || wasPaused || state !== 'stopped') return;
      note(session, adviseRestart(id));
    });
}

function describePausing(id: string, paused: boolean, wasPaused: boolean): string {
  if (paused !== wasPaused) return `${paused ? 'Paused' : 'Resumed'} ${id}`;
  return `${id} was ${paused ? 'already paused' : 'not paused'}; nothing was changed`;
}

function addRemove(wallet: Command, runtime: Runtime): void {
  wallet
    .command('remove')
    .description('remove a wallet with its credentials, transactions and balances')
    .argument('<id>', 'the wallet')
    .option('--yes', 'remove it without asking')
    .addHelpText(
      'after',
      example('teller wallet remove wallet_f0…', 'teller wallet remove wallet_f0… --yes'),
    )
    .action(async (id: string, options: { readonly yes?: true }, command: Command) => {
      if (options.yes !== true) requireTerminal(runtime, 'wallet remove');
      const session = startSession(runtime, command.optsWithGlobals());
      const status = await withStore(session, { create: false }, async (store) => {
        const status = await store.readWalletStatus(id);
        if (options.yes !== true) await confirmRemoval(runtime, status);
        await removeWallet(manageAs(session, store, 'wallet remove'), id);
        return status;
      });
      const { wallet, transactionCount } = status;
      printResult(
        session,
        { id, exchange: wallet.exchange, label: wallet.label, transactionCount, removed: true },
        `Removed ${id} (${wallet.exchange}): its credentials, balances and ` +
          `${formatCount(transactionCount)} transactions`,
      );
    });
}

/** @throws {CommandError} `not_confirmed` without a yes. */
function confirmRemoval(runtime: Runtime, status: WalletStatus): Promise<void> {
  const { wallet, transactionCount } = status;
  const question = [
    `Wallet        ${wallet.id}`,
    `Label         ${makePrintable(wallet.label ?? 'none')}`,
    `Exchange      ${wallet.exchange}`,
    `Transactions  ${formatCount(transactionCount)}`,
    '',
    'Its credentials, transactions and balances are removed permanently. History that the exchange no',
    'longer serves cannot be read again. Type yes to remove the wallet:',
  ].join('\n');
  return confirm(runtime, question, `${wallet.id} was not removed`);
}
