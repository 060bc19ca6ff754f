/** `teller demo`, which the checks and pictures of this folder use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import type { DemoManagement, describeDemo } from '../src/cli/demo/demo-view.ts';
import { ROOT } from './files.ts';

/** The output of `teller demo --json`, with the management API. */
export type Demo = ReturnType<typeof describeDemo> & DemoManagement;

/** Runs `work` with a demo, which ends afterwards. */
export async function withDemo(work: (demo: Demo) => Promise<void>): Promise<void> {
  const demo = spawn(`${ROOT}/bin/teller`, ['demo', '--json', '--manage-port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(demo, 'close');
  try {
    const [line] = (await once(demo.stdout, 'data')) as [Buffer];
    await work(JSON.parse(line.toString()) as Demo);
  } finally {
    demo.kill('SIGINT');
    await closed;
  }
}
