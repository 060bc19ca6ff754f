import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { type ChildLogger, KeptChild } from './kept-child.ts';
import type { Session } from './runtime.ts';

const MAIN_PATH = fileURLToPath(new URL('main.ts', import.meta.url));

/** The sync worker as a child process beside the HTTP service. */
export function createSyncChild(session: Session, logger: ChildLogger): KeptChild {
  return new KeptChild({
    name: 'sync worker',
    logger,
    now: session.now,
    spawn: () =>
      spawn(process.execPath, [...process.execArgv, MAIN_PATH, 'sync'], {
        cwd: session.workingFolder,
        env: { ...session.env },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
  });
}
