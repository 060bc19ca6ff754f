/**
 * Runs everything for development until a stop signal: `npm run dev`. Simulated exchanges, the service, which restarts when
 * a source changes, and the explorer, which vite reloads. Database, keys and ports remain the same, so open pages keep
 * working. All data is in `.dev/`; remove it to begin again.
 */
import { watch } from 'node:fs';

import { Command } from 'commander';
import { createServer, type ViteDevServer } from 'vite';

import { listenForStop, whenStopped } from '../src/cli/stop-signal.ts';
import { integerFrom } from './arguments.ts';
import { type DevInstallation, openInstallation, ROOT } from './dev-installation.ts';
import { DevService, type ServicePorts } from './dev-service.ts';
import { startExchanges } from './simulated-accounts.ts';

const readPort = integerFrom(1, 65_535);
const ROWS = 300;
/** An editor writes several files at once. */
const DEBOUNCE_MS = 200;
const HOST = '127.0.0.1';

interface Ports extends ServicePorts {
  readonly explorerPort: number;
  readonly simulatorPort: number;
}

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
  .opts<Ports>();
await run();

async function run(): Promise<void> {
  const stop = listenForStop();
  const installation = await openInstallation(`http://${HOST}:${ports.simulatorPort}/`);
  const { simulator } = await startExchanges({
    port: ports.simulatorPort,
    rows: ROWS,
    rateLimits: false,
    keys: installation.keys,
  });
  const service = new DevService(ports, installation.env);
  const explorer = await startExplorer();
  try {
    await service.start(stop);
    process.stdout.write(describe(installation));
    const watching = watchSources(() => void restart(service, stop));
    await whenStopped(stop);
    watching.close();
  } finally {
    await Promise.all([service.stop(), explorer.close(), simulator.close()]);
  }
}

async function restart(service: DevService, stop: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  await service.stop();
  if (stop.aborted) return;
  await service.start(stop);
  process.stdout.write(
    `Restarted the service in ${Math.round(performance.now() - startedMs)} ms\n`,
  );
}

/** The explorer by vite, which sends requests to the service or the management API. */
async function startExplorer(): Promise<ViteDevServer> {
  const target = `http://${HOST}:${ports.port}`;
  const server = await createServer({
    configFile: `${ROOT}/explorer/vite.config.ts`,
    clearScreen: false,
    server: {
      host: HOST,
      port: ports.explorerPort,
      strictPort: true,
      proxy: {
        '^/v0/wallet/': target,
        '/v0': `http://${HOST}:${ports.managePort}`,
        '/openapi.json': target,
      },
    },
  });
  return server.listen();
}

/** Calls `onChange` soon after sources have changed. */
function watchSources(onChange: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(`${ROOT}/src`, { recursive: true }, (_event, file) => {
    if (file?.endsWith('.test.ts') === true) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, DEBOUNCE_MS);
  });
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

function describe({ tenant, walletId, manageKey }: DevInstallation): string {
  const { apiKey, orgId, projectId } = tenant;
  const credentials = new URLSearchParams({ apiKey, orgId, projectId, walletId });
  return [
    '',
    `The explorer:        http://${HOST}:${ports.explorerPort}/#connect?${credentials.toString()}`,
    `All wallets:         http://${HOST}:${ports.explorerPort}/operator.html, key ${manageKey}`,
    `The service:         http://${HOST}:${ports.port}`,
    `The management API:  http://${HOST}:${ports.managePort}`,
    `Simulated exchanges: http://${HOST}:${ports.simulatorPort}/`,
    `Commands:            . .dev/environment; bin/teller wallet list`,
    'Changes in src/ restart the service, and those in explorer/ reload the page. Ctrl-C ends everything.',
    '',
  ].join('\n');
}
