import type { Command } from 'commander';

import { example } from '../example.ts';
import { readInstallation } from '../installation.ts';
import { adviseNextStep } from '../next-step.ts';
import { printResult, startSession, withStore, type Runtime } from '../runtime.ts';
import { describeInstallation, formatInstallation } from '../installation-view.ts';

/** Adds `teller status`. */
export function addStatusCommand(program: Command, runtime: Runtime): void {
  program
    .command('status')
    .description('show wallets by state, failing exchanges, webhooks and the disk on one screen')
    .addHelpText('after', example('teller status'))
    .action(async (_options: unknown, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const { database } = session.config;
      const nowMs = session.now();
      const installation = await withStore(session, { create: false }, (store) =>
        readInstallation(store, database, nowMs),
      );
      const nextStep = adviseNextStep(installation);
      printResult(
        session,
        describeInstallation(installation, nextStep),
        formatInstallation(installation, nextStep, nowMs, session.stdout.columns),
      );
    });
}
