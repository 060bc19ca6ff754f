/** `teller demo`, which the checks and pictures of this folder use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { ROOT } from './files.ts';

/** The output of `teller demo --json`, with the management API. */
export interface Demo {
  readonly url: string;
  /** The four headers of a request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly explorerUrl: string;
  readonly projectId: string;
  readonly manageUrl: string;
  readonly manageKey: string;
  /** An account that can be added. */
  readonly customer: {
    readonly exchange: string;
    readonly credentials: Readonly<Record<string, string>>;
  };
}

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
