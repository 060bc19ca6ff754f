import type { Command } from 'commander';

import {
  requireLostMasterKey,
  resetMasterKey,
  rotateMasterKey,
  type RotationReport,
} from '../../compose/rotate-master-key.ts';
import { confirm, requireTerminal } from '../confirmation.ts';
import { example } from '../example.ts';
import { IncompleteError } from '../failure.ts';
import { note, printResult, startSession, withStore, type Runtime } from '../runtime.ts';

const EXPLANATION = `
With SQLite and a key file, the command creates the new key and replaces the file. Otherwise put a new key before the
current one in TELLER_MASTER_KEY or in the key file of every machine, separated by a space or a line end, restart all
processes, run the command, and then remove the old key.

Running processes continue. API keys of callers remain valid. Earlier backups need the old key.`;

const RESET_EXPLANATION = `
Use it only if no copy of the master key is left, and first stop "serve" and "sync". Transactions and balances remain.
API keys, management keys, exchange credentials and webhooks become invalid: create new keys and revoke the old ones, run
"teller wallet credentials ID" for each wallet, and remove each webhook and add it again.

With SQLite and a key file, the command creates a missing key file. Otherwise put a new key into TELLER_MASTER_KEY or
into the key file of every machine before (create it with: openssl rand -base64 32).`;

const RESET_QUESTION =
  'All API keys, management keys, exchange credentials and secrets of webhooks become invalid, and have to be replaced. ' +
  'Type yes to continue without the previous master key:';

/** Adds `teller master-key rotate` and `teller master-key reset`. */
export function addMasterKeyCommands(program: Command, runtime: Runtime): void {
  const masterKey = program
    .command('master-key')
    .description('the key that encrypts exchange credentials');
  addRotate(masterKey, runtime);
  addReset(masterKey, runtime);
}

function addReset(masterKey: Command, runtime: Runtime): void {
  masterKey
    .command('reset')
    .description('continue with a new master key after the previous one is lost')
    .option('--yes', 'do it without asking')
    .addHelpText('after', RESET_EXPLANATION)
    .addHelpText('after', example('teller master-key reset'))
    .action(async ({ yes }: { readonly yes?: true }, command: Command) => {
      if (yes !== true) requireTerminal(runtime, 'master-key reset');
      const session = startSession(runtime, command.optsWithGlobals());
      const report = await withStore(session, { create: false }, async (store) => {
        await requireLostMasterKey({ config: session.config, store });
        if (yes !== true) await confirm(runtime, RESET_QUESTION, 'nothing was changed');
        return resetMasterKey({ ...session, store });
      });
      printResult(
        session,
        report,
        `The database uses master key ${report.id} instead of ${report.lost}`,
      );
      if (!session.json) {
        note(
          session,
          'Next: teller key create, teller manage-key create, and for each wallet: teller wallet credentials ID',
        );
      }
    });
}

function addRotate(masterKey: Command, runtime: Runtime): void {
  masterKey
    .command('rotate')
    .description('seal all exchange credentials under a new master key')
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller master-key rotate'))
    .action(async (_options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const report = await withStore(session, { create: false }, (store) =>
        rotateMasterKey({ ...session, store }),
      );
      const isComplete = report.unreadable.length === 0;
      // The error has the report: --json prints one value.
      if (isComplete || !session.json) printResult(session, report, describeRotation(report));
      if (!session.json) note(session, adviseNext(report));
      if (!isComplete) {
        throw new IncompleteError('credentials_unreadable', explainUnreadable(report), report);
      }
    });
}

function describeRotation(report: RotationReport): string {
  const { id, walletCount, webhookCount } = report;
  if (isUnchanged(report)) return `The database is under master key ${id} already`;
  const wallets = walletCount === 1 ? '1 wallet' : `${walletCount} wallets`;
  const webhooks = webhookCount === 1 ? ' and 1 webhook' : ` and ${webhookCount} webhooks`;
  const sealed = webhookCount === 0 ? wallets : `${wallets}${webhooks}`;
  return `Sealed the credentials of ${sealed} under master key ${id}`;
}

/** Returns true if everything was under the first configured key before. */
function isUnchanged({ isReplaced, walletCount, webhookCount }: RotationReport): boolean {
  return !isReplaced && walletCount + webhookCount === 0;
}

function adviseNext(report: RotationReport): string {
  const { id, replaced, previousFile } = report;
  if (isUnchanged(report) && previousFile === undefined) {
    return (
      `If ${replaced.join(', ')} is an old key, remove it from the configuration of every machine; ` +
      `if it is a new one, put it before ${id} and run the command again`
    );
  }
  return previousFile === undefined
    ? `Next: remove the old key (${replaced.join(', ')}) from the configuration of every machine`
    : `The old key is in ${previousFile}; delete it when no backup from before is left`;
}

function explainUnreadable({ unreadable }: RotationReport): string {
  return (
    `the credentials of ${unreadable.join(', ')} cannot be read with any configured key; ` +
    'replace them with: teller wallet credentials ID; remove a webhook and add it again'
  );
}
