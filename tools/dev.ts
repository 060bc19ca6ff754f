/**
 * Runs everything for development until a stop signal: `npm run dev`. Simulated exchanges, the service, which restarts when
 * a source changes, and the explorer, which vite reloads. Database, keys and ports remain the same, so open pages keep
 * working. All data is in `.dev/`; remove it to begin again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { Command } from 'commander';
import { createServer } from 'vite';

import { readPort } from '../src/cli/option-values.ts';
import { listenForStop, whenStopped } from '../src/cli/stop-signal.ts';
import { DEV_FOLDER, type DevInstallation, openInstallation } from './dev-installation.ts';
import { ROOT } from './files.ts';
import { startExchanges } from './simulated-accounts.ts';

const ROWS = 300;
/** An editor writes several files at once. */
const DEBOUNCE_MS = 200;
const HOST = '127.0.0.1';

const ports = new Command('npm run dev --')
  .description(
    'Runs simulated exchanges, the service and the explorer, and reloads them when a source changes.\n' +
      'The data is in .dev/; remove it to begin again.',
  )
  .option('--port <port>', 'of the service', readPort, 8080)
  .option('--manage-port <port>', 'of the management API', readPort, 8081)
  .option('--explorer-port <port>', 'of the explorer', readPort, 5173)
  .option('--simulator-port <port>', 'of the simulated exchanges', readPort, 8090)
  .parse()
  .opts<Readonly<Record<'port' | 'managePort' | 'explorerPort' | 'simulatorPort', number>>>();
const SERVICE = `http://${HOST}:${ports.port}`;
const MANAGEMENT = `http://${HOST}:${ports.managePort}`;
const EXPLORER = `http://${HOST}:${ports.explorerPort}`;
const EXCHANGES = `http://${HOST}:${ports.simulatorPort}/`;

const stop = listenForStop();
const installation = await openInstallation(EXCHANGES);
const { keys } = installation;
const exchanges = { port: ports.simulatorPort, rows: ROWS, rateLimits: false, keys };
const { simulator } = await startExchanges(exchanges);
/** The explorer by vite, which sends requests to the service or the management API. */
const explorer = await createServer({
  configFile: `${ROOT}/explorer/vite.config.ts`,
  clearScreen: false,
  server: {
    host: HOST,
    port: ports.explorerPort,
    strictPort: true,
    proxy: { '^/v0/wallet/': SERVICE, '/v0': MANAGEMENT, '/openapi.json': SERVICE },
  },
});
let service: ChildProcess | undefined;
// npm repeats the signal of Ctrl-C, and the second one ends this process immediately.
process.once('exit', () => service?.kill('SIGTERM'));
try {
  await explorer.listen();
  await startService();
  process.stdout.write(describe(installation));
  let timer: NodeJS.Timeout | undefined;
  explorer.watcher.add(`${ROOT}/src`).on('all', (_event, path) => {
    if (!path.startsWith(`${ROOT}/src/`) || path.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void restartService(), DEBOUNCE_MS);
  });
  await whenStopped(stop);
} finally {
  await Promise.all([stopService(), explorer.close(), simulator.close()]);
}

/** Starts `teller serve`, and waits until it prints its URL or ends, because a source has an error. */
async function startService(): Promise<void> {
  const options = ['--port', String(ports.port), '--manage-port', String(ports.managePort)];
  // A group of its own, so that Ctrl-C ends the service only once, through this process.
  const child = spawn(`${ROOT}/bin/teller`, ['serve', ...options, '--json'], {
    cwd: DEV_FOLDER,
    env: installation.env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  service = child;
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit'), whenStopped(stop)]);
}

async function stopService(): Promise<void> {
  if (service?.exitCode !== null || service.signalCode !== null) return;
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  await exited;
}

async function restartService(): Promise<void> {
  const startedMs = performance.now();
  await stopService();
  if (stop.aborted) return;
  await startService();
  const durationMs = Math.round(performance.now() - startedMs);
  process.stdout.write(`Restarted the service in ${durationMs} ms\n`);
}

function describe({ tenant, walletId, manageKey }: DevInstallation): string {
  const { apiKey, orgId, projectId } = tenant;
  const credentials = new URLSearchParams({ apiKey, orgId, projectId, walletId });
  return `
The explorer:        ${EXPLORER}/#connect?${credentials.toString()}
All wallets:         ${EXPLORER}/operator.html, key ${manageKey}
The service:         ${SERVICE}
The management API:  ${MANAGEMENT}
Simulated exchanges: ${EXCHANGES}
Commands:            . .dev/environment; bin/teller wallet list
Changes in src/ restart the service, and those in explorer/ reload the page. Ctrl-C ends everything.
`;
}
