import { spawn } from 'node:child_process';

import { type ChildLogger, SupervisedChild } from './supervised-child.ts';
import type { Session } from './runtime.ts';

/** Creates the sync worker as a child process of the HTTP service. */
export function createSyncChild(session: Session, logger: ChildLogger): SupervisedChild {
  return new SupervisedChild({
    name: 'sync worker',
    logger,
    now: session.now,
    spawn: () =>
      spawn(process.execPath, [...process.execArgv, session.mainPath, 'sync'], {
        cwd: session.workingFolder,
        env: { ...session.env },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
  });
}
