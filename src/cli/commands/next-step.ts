import type { Command } from 'commander';

import { DatabaseMissingError } from '../../compose/open-store.ts';
import { readInstallation } from '../installation.ts';
import {
  adviseFirstSteps,
  adviseNextStep,
  describeNextStep,
  formatNextStep,
  type NextStep,
} from '../next-step.ts';
import {
  type GlobalOptions,
  printResult,
  startSession,
  withStore,
  type Runtime,
  type Session,
} from '../runtime.ts';

/** Adds what `teller` does without a command: it says what to do next. */
export function addNextStep(program: Command, runtime: Runtime): void {
  program.action(async (options: GlobalOptions) => {
    const session = startSession(runtime, options);
    const nextStep = await findNextStep(session);
    const text = formatNextStep(nextStep, session.stdout.columns);
    printResult(session, describeNextStep(nextStep), text);
  });
}

async function findNextStep(session: Session): Promise<NextStep> {
  const { database } = session.config;
  try {
    const installation = await withStore(session, { create: false }, (store) =>
      readInstallation(store, database, session.now()),
    );
    return adviseNextStep(installation);
  } catch (error) {
    if (!(error instanceof DatabaseMissingError)) throw error;
    return adviseFirstSteps('There is no database yet.');
  }
}
