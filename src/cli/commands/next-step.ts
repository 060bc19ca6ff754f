import type { Command } from 'commander';

import { DatabaseMissingError } from '../../compose/open-store.ts';
import { readInstallation } from '../installation.ts';
import { adviseFirstSteps, adviseNextStep, formatNextStep, type NextStep } from '../next-step.ts';
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
    const { found, commands } = await findNextStep(session);
    const described = commands.map(([command, purpose]) => ({ command, purpose }));
    const text = formatNextStep({ found, commands }, session.stdout.columns);
    printResult(session, { found, commands: described }, text);
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
