import { spawn } from 'node:child_process';

import type { Log } from '../telemetry/log.ts';
import { SupervisedChild } from './supervised-child.ts';
import type { Session } from './runtime.ts';

/**
 * Creates the sync worker as a child process of the HTTP service. It is killed when this process exits, before
 * other exit handlers remove files that it uses.
 */
export function createSyncChild(session: Session, logger: Log): SupervisedChild {
  const child = new SupervisedChild({
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
  process.prependOnceListener('exit', () => child.kill());
  return child;
}
